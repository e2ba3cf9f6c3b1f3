#ifndef CSHORTLISTTERMINAL_H
#define CSHORTLISTTERMINAL_H

#include <stdint.h>

#pragma clang assume_nonnull begin

/// The causes that end `shortlist_terminal_wait`, as bits.
enum {
  /// Input is available, or has ended.
  SHORTLIST_TERMINAL_INPUT = 1,
  /// `shortlist_terminal_wake` was called.
  SHORTLIST_TERMINAL_WOKEN = 2,
  /// The screen's content is lost or its size has changed: draw everything again.
  SHORTLIST_TERMINAL_CHANGED = 4,
};

/// Takes over the terminal: each key arrives as it is typed, the mouse reports, and the alternate
/// screen covers the first.
///
/// From here on, every way out of the process except SIGKILL restores the terminal:
/// `shortlist_terminal_close`, `exit`, a signal that ends or stops the process, a crash. Borrows
/// `input` and `output`. Returns 0 or an error number. One terminal at a time.
int shortlist_terminal_open(int input, int output);

/// Restores the terminal. Callable from any thread, any number of times.
void shortlist_terminal_close(void);

/// Waits for a key, a wake or a signal for at most `milliseconds`, or without a limit if negative.
/// Returns bits of `SHORTLIST_TERMINAL_…`, 0 on timeout, or a negated error number.
int shortlist_terminal_wait(int milliseconds);

/// Ends the current wait or the next one. Callable from any thread.
void shortlist_terminal_wake(void);

/// Writes all of `bytes`, unless the terminal was restored. Returns 0 or an error number.
int shortlist_terminal_write(const void *bytes, int64_t count);

/// Reads at most `count` bytes of input. Returns their number, 0 at the end, or a negated error
/// number.
int64_t shortlist_terminal_read(void *bytes, int64_t count);

/// The size of the screen in cells; 80 by 24 if the system does not know it.
void shortlist_terminal_size(int *columns, int *rows);

/// Stops the process and its group, like Ctrl-Z; returns when it continues.
void shortlist_terminal_suspend(void);

#pragma clang assume_nonnull end

#endif
