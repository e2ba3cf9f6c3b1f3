#pragma once

#include <pthread.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Waits for `changed`, for at most `nanoseconds`, while holding `mutex`. On Linux, `changed` must
/// use the monotonic clock. Written in C because the Swift module that declares `timespec` depends
/// on the other imports.
void shortlist_wait(pthread_cond_t *changed, pthread_mutex_t *mutex, int64_t nanoseconds);

#pragma clang assume_nonnull end
