/** What fuzz_fds and fuzz_pages share: their options, and what is printed when they die. */
#ifndef FUZZ_SMALL_H
#define FUZZ_SMALL_H

#include <stdbool.h>
#include <stddef.h>

#include "../unit/random.h"

enum { SMALL_SKIPPED = 77 };

struct small {
    struct test_random random;
    uint64_t seed, rounds, done;
    int64_t end_ns;
    int fds_before;
};

/** Reads --seed, --rounds, --seconds and --without WHAT.
 *  Returns: 0, or what the program exits with. */
int small_begin(struct small *s, int argc, char **argv);

/** Whether there is another round; counts it. */
bool small_goes_on(struct small *s);

/** A number from 0 to limit - 1. */
uint64_t small_below(struct small *s, uint64_t limit);

/** A number of any size, often at a boundary of what is near. */
uint64_t small_number(struct small *s, uint64_t near);

/** Whether a kind of thing is to be done. */
bool small_may(const char *what);

/** What is done now; printed if the program dies, and hangs are counted from here. */
__attribute__((format(printf, 1, 2))) void small_says(const char *format, ...);

/** Ends the program as failed. */
__attribute__((format(printf, 1, 2))) _Noreturn void small_fail(const char *format, ...);

/** Counts fds from here on; the other ends the program if there are more. */
void small_count_fds(struct small *s);
void small_check_fds(const struct small *s);

/** Private memory that nobody else is to touch: one of many pieces, and the check of all. */
void small_canary_add(void);
void small_canaries_check(void);

#endif
