/** A case that cannot run, in a program whose others do. By the line that this prints,
 *  tests/stages/collect.py counts it as skipped. Include behind cmocka.h. */
#ifndef TESTS_SKIP_CASE_H
#define TESTS_SKIP_CASE_H

#define SKIP_CASE(why) \
    do { \
        print_message("skipped: %s: %s\n", __func__, why); \
        skip(); \
    } while (0)

#endif
