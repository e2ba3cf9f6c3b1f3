#include "shortlist_wait.h"

#include <time.h>

void shortlist_wait(pthread_cond_t *changed, pthread_mutex_t *mutex, int64_t nanoseconds) {
  const int64_t second = 1000000000;
  struct timespec time = {0};
#ifdef __APPLE__
  time.tv_sec = nanoseconds / second;
  time.tv_nsec = nanoseconds % second;
  pthread_cond_timedwait_relative_np(changed, mutex, &time);
#else
  clock_gettime(CLOCK_MONOTONIC, &time);
  int64_t end = time.tv_nsec + nanoseconds % second;
  time.tv_sec += nanoseconds / second + end / second;
  time.tv_nsec = end % second;
  pthread_cond_timedwait(changed, mutex, &time);
#endif
}
