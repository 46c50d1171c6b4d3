/* Advice about parts of an allocation, against one record for each byte. */
#include "memory/advice.h"

#include <stddef.h>

#include "test_cases.h"
#include "random.h"

enum { BYTES = 64, CHANGES = 20000 };

static bool same(const struct gi_advised *a, const struct gi_advised *b)
{
    return a->read_mostly == b->read_mostly && a->preferred == b->preferred &&
           a->prefetched == b->prefetched && a->accessed_by == b->accessed_by;
}

static void model_set(struct gi_advised *advised, enum gi_advice_field field, int value)
{
    uint64_t bit = value == GI_LOCATION_HOST ? GI_ADVICE_HOST_BIT : UINT64_C(1) << (value & 31);

    switch (field) {
    case GI_ADVICE_READ_MOSTLY:  advised->read_mostly = value != 0; break;
    case GI_ADVICE_PREFERRED:    advised->preferred = value; break;
    case GI_ADVICE_PREFETCHED:   advised->prefetched = value; break;
    case GI_ADVICE_ACCESSED:     advised->accessed_by |= bit; break;
    case GI_ADVICE_NOT_ACCESSED: advised->accessed_by &= ~bit; break;
    }
}

static struct gi_advised model_get(const struct gi_advised *bytes, uint64_t begin, uint64_t end)
{
    struct gi_advised all = bytes[begin];

    for (uint64_t i = begin; i < end; i++) {
        all.read_mostly &= bytes[i].read_mostly;
        all.accessed_by &= bytes[i].accessed_by;
        if (bytes[i].preferred != bytes[begin].preferred)
            all.preferred = GI_LOCATION_NONE;
        if (bytes[i].prefetched != bytes[begin].prefetched)
            all.prefetched = GI_LOCATION_NONE;
    }
    return all;
}

static void a_range(struct test_random *random, uint64_t *out_begin, uint64_t *out_end)
{
    *out_begin = test_random_below(random, BYTES);
    *out_end = *out_begin + 1 + test_random_below(random, BYTES - *out_begin);
}

TEST_CASE(random_advice_matches_the_model)
{
    struct gi_advised bytes[BYTES];
    struct gi_advice advice = { 0 };
    struct test_random random;

    test_random_begin(&random, "advice");
    for (int i = 0; i < BYTES; i++)
        bytes[i] = gi_advised_nothing;
    for (int n = 0; n < CHANGES; n++) {
        enum gi_advice_field field = (enum gi_advice_field)test_random_below(&random, 5);
        int value = (int)test_random_below(&random, 4) - 2;
        uint64_t begin, end;

        if (value == GI_LOCATION_NONE && field >= GI_ADVICE_ACCESSED)
            value = 1;
        a_range(&random, &begin, &end);
        assert_int_equal(GI_OK, gi_advice_set(&advice, begin, end, field, value));
        for (uint64_t i = begin; i < end; i++)
            model_set(&bytes[i], field, value);
        assert_true(advice.count <= BYTES);
        a_range(&random, &begin, &end);
        struct gi_advised expected = model_get(bytes, begin, end);
        struct gi_advised got = gi_advice_get(&advice, begin, end);
        assert_true(same(&expected, &got));
    }
    gi_advice_finish(&advice);
}

/* A gap in what is advised takes part with the default alone. */
TEST_CASE(what_is_not_advised_counts)
{
    struct gi_advice advice = { 0 };

    assert_int_equal(GI_OK, gi_advice_set(&advice, 0, 10, GI_ADVICE_PREFERRED, 1));
    assert_int_equal(GI_OK, gi_advice_set(&advice, 20, 30, GI_ADVICE_PREFERRED, 1));
    assert_int_equal(1, gi_advice_get(&advice, 0, 10).preferred);
    assert_int_equal(GI_LOCATION_NONE, gi_advice_get(&advice, 0, 11).preferred);
    assert_int_equal(GI_LOCATION_NONE, gi_advice_get(&advice, 5, 25).preferred);
    assert_int_equal(1, gi_advice_get(&advice, 29, 30).preferred);
    assert_int_equal(GI_OK, gi_advice_set(&advice, 0, 30, GI_ADVICE_PREFERRED, GI_LOCATION_NONE));
    assert_int_equal(0, advice.count);
    gi_advice_finish(&advice);
}
