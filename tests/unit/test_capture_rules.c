/* The rules of captures: every row. */
#include "stream/rules/capture_rules.h"

#include <stddef.h>

#include "test_cases.h"

enum { OWN = 1, OTHER = 0 };

/* The modes of captures that refuse an unsafe call, as letters. */
static const struct {
    int thread_mode, is_own;
    const char *refusing;
} unsafe[] = {
    { GI_CAPTURE_GLOBAL, OWN, "gl" },       { GI_CAPTURE_GLOBAL, OTHER, "g" },
    { GI_CAPTURE_THREAD_LOCAL, OWN, "gl" }, { GI_CAPTURE_THREAD_LOCAL, OTHER, "" },
    { GI_CAPTURE_RELAXED, OWN, "" },        { GI_CAPTURE_RELAXED, OTHER, "" },
};

static bool has(const char *letters, char letter)
{
    for (; *letters != '\0'; letters++) {
        if (*letters == letter)
            return true;
    }
    return false;
}

TEST_CASE(unsafe_calls)
{
    for (size_t i = 0; i < sizeof unsafe / sizeof unsafe[0]; i++) {
        for (int mode = 0; mode < 3; mode++) {
            const struct gi_capture_facts facts = {
                .mode = (enum gi_capture_mode)mode,
                .thread_mode = (enum gi_capture_mode)unsafe[i].thread_mode,
                .is_own = unsafe[i].is_own == OWN,
            };

            assert_int_equal(gi_capture_refuses_unsafe(&facts),
                             has(unsafe[i].refusing, "glr"[mode]));
        }
    }
}

TEST_CASE(ends)
{
    for (int mode = 0; mode < 3; mode++) {
        struct gi_capture_facts facts = { .mode = (enum gi_capture_mode)mode, .is_own = true };

        assert_int_equal(gi_capture_may_end(&facts), GI_OK);
        facts.is_own = false;
        assert_int_equal(gi_capture_may_end(&facts),
                         mode == GI_CAPTURE_RELAXED ? GI_OK : GI_CAPTURE_WRONG_THREAD);
    }
}

TEST_CASE(joins)
{
    for (unsigned bits = 0; bits < 32; bits++) {
        const struct gi_capture_join_facts facts = {
            .is_over = bits & 1, .is_legacy = bits >> 1 & 1, .captures = bits >> 2 & 1,
            .is_same = bits >> 3 & 1, .is_broken = bits >> 4 & 1
        };
        gi_status status = gi_capture_may_join(&facts);

        if (facts.is_over)
            assert_int_equal(status, GI_INVALID_VALUE);
        else if (facts.is_legacy)
            assert_int_equal(status, GI_CAPTURE_IMPLICIT);
        else if (facts.captures && !facts.is_same)
            assert_int_equal(status, GI_CAPTURE_MERGE);
        else if (facts.is_broken)
            assert_int_equal(status, facts.captures ? GI_CAPTURE_INVALIDATED : GI_INVALID_VALUE);
        else
            assert_int_equal(status, GI_OK);
    }
}

TEST_CASE(names)
{
    assert_int_equal(gi_capture_mode_of(0), GI_CAPTURE_GLOBAL);
    assert_int_equal(gi_capture_mode_of(1), GI_CAPTURE_THREAD_LOCAL);
    assert_int_equal(gi_capture_mode_of(2), GI_CAPTURE_RELAXED);
    assert_int_equal(gi_capture_mode_of(3), GI_CAPTURE_RELAXED);
    assert_int_equal(gi_capture_mode_of(-1), GI_CAPTURE_RELAXED);
    assert_string_equal(gi_capture_mode_name(0), "global");
    assert_string_equal(gi_capture_mode_name(2), "relaxed");
    assert_string_equal(gi_capture_mode_name(3), "unknown");
    assert_string_equal(gi_capture_mode_name(-1), "unknown");
}
