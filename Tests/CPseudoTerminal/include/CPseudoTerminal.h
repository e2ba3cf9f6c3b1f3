#ifndef CPSEUDOTERMINAL_H
#define CPSEUDOTERMINAL_H

#include <sys/types.h>

#pragma clang assume_nonnull begin

/// Makes a terminal of a size. Returns the descriptor of its far side, where a person would sit, or
/// -1 and sets `errno`; `near` is set to that of the side where programs are. It must stay open as
/// long as the terminal is to keep its size and settings.
int pseudo_terminal_open(int columns, int rows, int *near);

/// Starts a program as the first in a session of its own on that terminal, with standard error to
/// the file `errors`. Returns its id, or -1 and sets `errno`.
pid_t pseudo_terminal_start(int terminal, const char *path, char *_Nullable const *_Nonnull arguments,
                            char *_Nullable const *_Nonnull environment, const char *errors);

/// Gives the terminal another size, and tells the program on it. Returns 0, or -1 and sets `errno`.
int pseudo_terminal_resize(int terminal, int columns, int rows);

#pragma clang assume_nonnull end

#endif
