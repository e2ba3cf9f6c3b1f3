#include "CShortlistTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

// A signal handler receives nothing but a number, so its data is global. All of it is set before
// the first handler is, and later changes are atomic. Handlers call only functions that POSIX
// allows them.

/// Turns off wrapping: a line that some terminal draws wider than expected must not push down the
/// others. Turns on markers around pastes (2004) and mouse reports (1000, 1006).
static const char modes[] = "\x1b[?7l\x1b[?2004h\x1b[?1000h\x1b[?1006h\x1b[?25l";
static const char enter[] = "\x1b[?1049h";
static const char leave[] = "\x1b[?2026l\x1b[0m\x1b[?25h\x1b[?1006l\x1b[?1000l\x1b[?2004l"
                            "\x1b[?7h\x1b[?1049l";

/// Signals that end a process, external ones first.
static const int fatal[] = {SIGHUP, SIGINT,  SIGTERM, SIGQUIT, SIGSEGV,
                            SIGBUS, SIGABRT, SIGTRAP, SIGILL,  SIGFPE};
enum { fatal_count = sizeof(fatal) / sizeof(fatal[0]), fatal_from_outside = 4 };

static int input, output;
static int wake_pipe[2] = {-1, -1};
static struct termios former_settings, raw_settings;
static struct sigaction former_actions[fatal_count];
static atomic_int is_taken, is_changed, is_woken;

static void write_all(const char *bytes, size_t count) {
  // A terminal that accepts no more output must not keep the process from ending.
  struct pollfd ready = {.fd = output, .events = POLLOUT};
  while (count > 0 && poll(&ready, 1, 200) > 0) {
    ssize_t written = write(output, bytes, count);
    if (written < 0 && errno != EINTR) return;
    if (written > 0) {
      bytes += written;
      count -= (size_t)written;
    }
  }
}

static void take(void) {
  // Set the mode first: a background process stops here, before it has drawn anything.
  tcsetattr(input, TCSANOW, &raw_settings);
  if (!atomic_exchange(&is_taken, 1)) write_all(enter, sizeof(enter) - 1);
  write_all(modes, sizeof(modes) - 1);
}

static void give_back(void) {
  if (!atomic_exchange(&is_taken, 0)) return;
  write_all(leave, sizeof(leave) - 1);
  tcsetattr(input, TCSANOW, &former_settings);
}

static void wake(void) {
  char byte = 0;
  // A full pipe also wakes.
  (void)!write(wake_pipe[1], &byte, 1);
}

static void on_fatal(int number) {
  int error = errno;
  give_back();
  // Restore the earlier handlers and raise the signal again, which waits until we return.
  for (int index = 0; index < fatal_count; index++) {
    if (fatal[index] == number) sigaction(number, &former_actions[index], NULL);
  }
  raise(number);
  errno = error;
}

static void on_change(int number) {
  int error = errno;
  if (number == SIGCONT && atomic_load(&is_taken)) take();
  atomic_store(&is_changed, 1);
  wake();
  errno = error;
}

static void on_stop(int number) {
  int error = errno;
  struct sigaction ours, standard = {.sa_handler = SIG_DFL};
  sigset_t stop, former;
  give_back();
  sigaction(number, &standard, &ours);
  sigemptyset(&stop);
  sigaddset(&stop, number);
  raise(number);
  pthread_sigmask(SIG_UNBLOCK, &stop, &former);
  // The process stops here until SIGCONT, unless nobody could wake it.
  pthread_sigmask(SIG_SETMASK, &former, NULL);
  sigaction(number, &ours, NULL);
  take();
  on_change(number);
  errno = error;
}

static int make_wake_pipe(void) {
  if (wake_pipe[0] >= 0) return 0;
  if (pipe(wake_pipe) != 0) return errno;
  for (int end = 0; end < 2; end++) {
    fcntl(wake_pipe[end], F_SETFD, FD_CLOEXEC);
    fcntl(wake_pipe[end], F_SETFL, O_NONBLOCK);
  }
  return 0;
}

static void install_handlers(void) {
  // After a stack overflow, a handler needs a stack of its own.
  static char spare[64 << 10];
  stack_t stack;
  if (sigaltstack(NULL, &stack) == 0 && (stack.ss_flags & SS_DISABLE)) {
    stack = (stack_t){.ss_sp = spare, .ss_size = sizeof(spare)};
    sigaltstack(&stack, NULL);
  }
  struct sigaction action = {.sa_handler = on_fatal, .sa_flags = SA_ONSTACK};
  sigfillset(&action.sa_mask);
  for (int index = 0; index < fatal_count; index++) {
    sigaction(fatal[index], NULL, &former_actions[index]);
    // A process that was started to outlive its terminal (nohup) ignores the signal.
    int is_ignored = former_actions[index].sa_handler == SIG_IGN;
    if (is_ignored && index < fatal_from_outside) continue;
    sigaction(fatal[index], &action, NULL);
  }
  action = (struct sigaction){.sa_handler = on_change, .sa_flags = SA_RESTART | SA_ONSTACK};
  sigaction(SIGWINCH, &action, NULL);
  sigaction(SIGCONT, &action, NULL);
  action.sa_handler = on_stop;
  sigaction(SIGTSTP, &action, NULL);
}

int shortlist_terminal_open(int input_, int output_) {
  static atomic_int is_installed;
  input = input_;
  output = output_;
  if (tcgetattr(input, &former_settings) != 0) return errno;
  int error = make_wake_pipe();
  if (error != 0) return error;
  raw_settings = former_settings;
  raw_settings.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON);
  raw_settings.c_oflag &= ~(tcflag_t)OPOST;
  raw_settings.c_lflag &= ~(tcflag_t)(ECHO | ICANON | IEXTEN | ISIG);
  raw_settings.c_cc[VMIN] = 1;
  raw_settings.c_cc[VTIME] = 0;
  if (!atomic_exchange(&is_installed, 1)) {
    install_handlers();
    atexit(shortlist_terminal_close);
  }
  take();
  return 0;
}

void shortlist_terminal_close(void) {
  if (!atomic_load(&is_taken)) return;
  give_back();
  // Keys typed ahead were meant for us, not for the shell.
  tcflush(input, TCIFLUSH);
}

int shortlist_terminal_wait(int milliseconds) {
  struct pollfd ready[2] = {{.fd = input, .events = POLLIN},
                            {.fd = wake_pipe[0], .events = POLLIN}};
  int count = poll(ready, 2, milliseconds);
  if (count < 0 && errno != EINTR) return -errno;
  int bits = 0;
  if (count > 0 && ready[0].revents) bits |= SHORTLIST_TERMINAL_INPUT;
  char bytes[64];
  while (read(wake_pipe[0], bytes, sizeof(bytes)) > 0) continue;
  if (atomic_exchange(&is_woken, 0)) bits |= SHORTLIST_TERMINAL_WOKEN;
  if (atomic_exchange(&is_changed, 0)) bits |= SHORTLIST_TERMINAL_CHANGED;
  return bits;
}

void shortlist_terminal_wake(void) {
  atomic_store(&is_woken, 1);
  wake();
}

int shortlist_terminal_write(const void *bytes, int64_t count) {
  const char *rest = bytes;
  while (count > 0 && atomic_load(&is_taken)) {
    ssize_t written = write(output, rest, (size_t)count);
    if (written < 0 && errno != EINTR) return errno;
    if (written > 0) {
      rest += written;
      count -= written;
    }
  }
  return 0;
}

int64_t shortlist_terminal_read(void *bytes, int64_t count) {
  ssize_t got = read(input, bytes, (size_t)count);
  if (got >= 0) return got;
  // A terminal that has hung up has no more input.
  return errno == EIO ? 0 : -errno;
}

void shortlist_terminal_size(int *columns, int *rows) {
  struct winsize size;
  int is_known = ioctl(output, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0;
  *columns = is_known ? size.ws_col : 80;
  *rows = is_known ? size.ws_row : 24;
}

void shortlist_terminal_suspend(void) { kill(0, SIGTSTP); }
