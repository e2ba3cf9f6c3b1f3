#ifndef CSHORTLISTTERMINAL_H
#define CSHORTLISTTERMINAL_H

#include <stdint.h>

#pragma clang assume_nonnull begin

/// What `shortlist_terminal_wait` was woken by, as bits.
enum {
  /// There is something to read, or nothing will come any more.
  SHORTLIST_TERMINAL_INPUT = 1,
  /// Somebody called `shortlist_terminal_wake`.
  SHORTLIST_TERMINAL_WOKEN = 2,
  /// What is on the screen is lost, or the screen has another size: all is to be drawn anew.
  SHORTLIST_TERMINAL_CHANGED = 4,
};

/// Takes the terminal: every key comes as it is typed, the mouse says what it does, and a second screen
/// covers the first.
///
/// From here on the terminal is given back as it was on every way out of the process but SIGKILL: by
/// `shortlist_terminal_close`, on `exit`, by a signal that ends or stops the process, in a crash.
/// `input` and `output` are borrowed. Returns 0 or an error number. One terminal at a time.
int shortlist_terminal_open(int input, int output);

/// Gives the terminal back. From any thread, any number of times.
void shortlist_terminal_close(void);

/// Waits for a key, a wake or a signal, at most `milliseconds`, or without an end if negative.
/// Returns bits of `SHORTLIST_TERMINAL_…`, 0 when the time is over, or a negated error number.
int shortlist_terminal_wait(int milliseconds);

/// Ends the wait that is under way, or the next one. From any thread.
void shortlist_terminal_wake(void);

/// Writes all of `bytes`, unless the terminal was given back. Returns 0 or an error number.
int shortlist_terminal_write(const void *bytes, int64_t count);

/// Reads what was typed, at most `count` bytes. Returns their number, 0 at the end, or a negated
/// error number.
int64_t shortlist_terminal_read(void *bytes, int64_t count);

/// The size of the screen in cells; 80 by 24 where the system does not know.
void shortlist_terminal_size(int *columns, int *rows);

/// Stops the process and its group, as Ctrl-Z does; returns when it goes on.
void shortlist_terminal_suspend(void);

#pragma clang assume_nonnull end

#endif
