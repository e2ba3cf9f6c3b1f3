#include <stdlib.h>
#include <string.h>

#include "CShortlistFaults.h"

#if defined(__linux__) && defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FINDS_LEAKS 1
#include <sanitizer/allocator_interface.h>
#include <sanitizer/lsan_interface.h>
#endif
#endif

#ifdef FINDS_LEAKS

static int is_on(void) {
  const char *options = getenv("ASAN_OPTIONS");
  return options && strstr(options, "detect_leaks=1");
}

// Whether this thread's memory is ignored.
static _Thread_local int is_passed_over;

// LeakSanitizer cannot follow the pointers in Swift's strings, and reports whatever lives to the
// end of the process as a leak. So it ignores all memory until a thread says otherwise.
static void pass_over(const volatile void *memory, size_t size) {
  (void)size;
  if (is_passed_over) return;
  is_passed_over = 1;
  __lsan_disable();
  __lsan_ignore_object((const void *)memory);
}

static void do_nothing(const volatile void *memory) { (void)memory; }

__attribute__((constructor)) static void begin(void) {
  if (is_on()) __sanitizer_install_malloc_and_free_hooks(pass_over, do_nothing);
}

int shortlist_finds_leaks(void) { return is_on(); }

void shortlist_watch_leaks(int watches) {
  if (!is_on()) return;
  if (watches && is_passed_over) __lsan_enable();
  if (!watches) __lsan_disable();
  // Also for a thread that has not allocated anything yet.
  is_passed_over = 1;
}

int shortlist_has_leaked(void) { return is_on() ? __lsan_do_recoverable_leak_check() : 0; }

#else

int shortlist_finds_leaks(void) { return 0; }

void shortlist_watch_leaks(int watches) { (void)watches; }

int shortlist_has_leaked(void) { return 0; }

#endif

__attribute__((noinline)) void shortlist_leak(void) {
  // The write keeps the compiler from removing the allocation.
  char *volatile memory = malloc(100);
  if (memory) memory[0] = 1;
  memory = 0;
}
