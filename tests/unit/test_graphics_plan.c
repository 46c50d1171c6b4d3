/* How the bytes of a graphics interface's buffer become reachable: all facts. */
#include "graphics/graphics_plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct gi_graphics_plan_facts facts_of(unsigned int bits, enum gi_graphics_wish wish)
{
    return (struct gi_graphics_plan_facts){
        .takes_memory = bits & 1, .copies_buffers = bits & 2, .has_uuid = bits & 4,
        .same_device = bits & 8, .exports = bits & 16, .host_reaches = bits & 32, .wish = wish,
    };
}

/* Each set of facts has one way. It is the shadow if and only if nothing stands against it, and
 * then alone there is no reason. */
static void every_set_of_facts_has_a_way(void **state)
{
    size_t counts[GI_GRAPHICS_WAYS] = { 0 };

    (void)state;
    for (int wish = GI_GRAPHICS_ANY; wish <= GI_GRAPHICS_WISH_HOST; wish++)
        for (unsigned int bits = 0; bits < 64; bits++) {
            struct gi_graphics_plan_facts facts = facts_of(bits, (enum gi_graphics_wish)wish);
            struct gi_graphics_plan plan = gi_graphics_choose(&facts);
            bool can_shadow = (bits & 31) == 31 && wish != GI_GRAPHICS_WISH_HOST;

            assert_int_equal(plan.way == GI_GRAPHICS_SHADOW, can_shadow);
            assert_int_equal(plan.why == NULL, can_shadow);
            if (!can_shadow)
                assert_int_equal(plan.way, (bits & 32) != 0 ? GI_GRAPHICS_HOST_DIRECT
                                                            : GI_GRAPHICS_HOST);
            counts[plan.way]++;
        }
    assert_int_equal(counts[GI_GRAPHICS_SHADOW], 4);
    assert_int_equal(counts[GI_GRAPHICS_HOST_DIRECT], 94);
    assert_int_equal(counts[GI_GRAPHICS_HOST], 94);
}

/* With one fact missing the reason names it. */
static void a_reason_names_the_fact(void **state)
{
    static const char *const words[] = {
        "opens no memory", "copies no buffers", "does not say which device", "another device",
        "does not export",
    };

    (void)state;
    for (unsigned int missing = 0; missing < 5; missing++) {
        struct gi_graphics_plan_facts facts = facts_of(31u & ~(1u << missing), GI_GRAPHICS_ANY);

        assert_non_null(strstr(gi_graphics_choose(&facts).why, words[missing]));
    }
    assert_non_null(strstr(gi_graphics_choose(&(struct gi_graphics_plan_facts){
        true, true, true, true, true, true, GI_GRAPHICS_WISH_HOST }).why, "GPUINTEROP_GL"));
}

static void the_environment_has_words(void **state)
{
    enum gi_graphics_wish wish;

    (void)state;
    assert_true(gi_graphics_wish_of(NULL, &wish) && wish == GI_GRAPHICS_ANY);
    assert_true(gi_graphics_wish_of("", &wish) && wish == GI_GRAPHICS_ANY);
    assert_true(gi_graphics_wish_of("shadow", &wish) && wish == GI_GRAPHICS_WISH_SHADOW);
    assert_true(gi_graphics_wish_of("host", &wish) && wish == GI_GRAPHICS_WISH_HOST);
    assert_false(gi_graphics_wish_of("hosts", &wish));
    assert_int_equal(wish, GI_GRAPHICS_ANY);
}

static void ways_have_names(void **state)
{
    (void)state;
    for (int way = 0; way < GI_GRAPHICS_WAYS; way++)
        assert_string_not_equal(gi_graphics_way_name((enum gi_graphics_way)way), "no way");
    assert_string_equal(gi_graphics_way_name(GI_GRAPHICS_WAYS), "no way");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_set_of_facts_has_a_way),
        cmocka_unit_test(a_reason_names_the_fact),
        cmocka_unit_test(the_environment_has_words),
        cmocka_unit_test(ways_have_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
