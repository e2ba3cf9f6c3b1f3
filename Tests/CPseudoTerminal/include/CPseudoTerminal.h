#ifndef CPSEUDOTERMINAL_H
#define CPSEUDOTERMINAL_H

#include <sys/types.h>

#pragma clang assume_nonnull begin

/// Creates a terminal of a size. Returns the descriptor of its far side, where a person would sit,
/// or -1 and sets `errno`; sets `near` to the descriptor of the programs' side, which must stay
/// open for the terminal to keep its size and settings.
int pseudo_terminal_open(int columns, int rows, int *near);

/// Starts a program on that terminal as the leader of a new session, with standard error redirected
/// to the file `errors`. Returns its process id, or -1 and sets `errno`.
pid_t pseudo_terminal_start(int terminal, const char *path, char *_Nullable const *_Nonnull arguments,
                            char *_Nullable const *_Nonnull environment, const char *errors);

/// Resizes the terminal and notifies the program on it. Returns 0, or -1 and sets `errno`.
int pseudo_terminal_resize(int terminal, int columns, int rows);

#pragma clang assume_nonnull end

#endif
