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
