#define _GNU_SOURCE
#include "CPseudoTerminal.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

int pseudo_terminal_open(int columns, int rows, int *near) {
  int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0) return -1;
  fcntl(terminal, F_SETFD, FD_CLOEXEC);
  if (grantpt(terminal) != 0 || unlockpt(terminal) != 0) return -1;
  char name[128];
  if (ptsname_r(terminal, name, sizeof(name)) != 0) return -1;
  *near = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (*near < 0 || pseudo_terminal_resize(terminal, columns, rows) != 0) return -1;
  return terminal;
}

pid_t pseudo_terminal_start(int terminal, const char *path, char *const *arguments,
                            char *const *environment, const char *errors) {
  char name[128];
  if (ptsname_r(terminal, name, sizeof(name)) != 0) return -1;
  pid_t process = fork();
  if (process != 0) return process;
  // The calling thread may have blocked signals, and a shell ignores some for a background job.
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  int ended_by[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
  for (size_t i = 0; i < sizeof(ended_by) / sizeof(*ended_by); i++) signal(ended_by[i], SIG_DFL);
  setsid();
  int near = open(name, O_RDWR);
  int log = open(errors, O_WRONLY | O_APPEND | O_CREAT, 0600);
  if (near < 0 || log < 0 || ioctl(near, TIOCSCTTY, 0) != 0) _exit(127);
  dup2(near, 0);
  dup2(near, 1);
  dup2(log, 2);
  if (near > 2) close(near);
  if (log > 2) close(log);
  execve(path, arguments, environment);
  _exit(127);
}

int pseudo_terminal_resize(int terminal, int columns, int rows) {
  struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
  return ioctl(terminal, TIOCSWINSZ, &size);
}
