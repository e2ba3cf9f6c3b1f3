#include <sys/wait.h>
#include <unistd.h>

#include "CShortlistFaults.h"

int shortlist_in_fork(int (*work)(void *), void *context) {
  pid_t child = fork();
  if (child == 0) _exit(work(context));
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

pid_t shortlist_begin_fork(int (*work)(void *), void *context, int *go) {
  int ends[2];
  if (pipe(ends) != 0) return -1;
  pid_t child = fork();
  if (child != 0) {
    close(ends[0]);
    *go = ends[1];
    return child;
  }
  close(ends[1]);
  char byte;
  // The read returns nothing if the parent process is gone.
  if (read(ends[0], &byte, 1) != 1) _exit(1);
  close(ends[0]);
  // If the fork needs a lock that was held, it would wait for ever.
  alarm(120);
  _exit(work(context));
}

void shortlist_let_fork_go(int go) {
  if (write(go, "", 1) == 1) close(go);
}

int shortlist_end_of_fork(pid_t child) {
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return -1;
  if (WIFSIGNALED(status)) return WTERMSIG(status);
  return WEXITSTATUS(status) == 0 ? 0 : -1;
}
