/* How the bytes of a graphics interface's buffers and images become reachable: all facts. */
#include "graphics/graphics_plan.h"

#include <stddef.h>
#include <string.h>

#include "test_cases.h"

enum {                           /* bits of facts */
    TAKES = 1, COPIES = 2, PACKS = 4, UUID = 8, SAME = 16, EXPORTS = 32, REACHES = 64,
    COPIES_IMAGES = 128, IMAGE = 256, LENDS = 512, TAKES_DMA_BUFS = 1024, ALL_BITS = 2048
};

static struct gi_graphics_plan_facts facts_of(unsigned int bits, enum gi_graphics_wish wish)
{
    return (struct gi_graphics_plan_facts){
        .exports_buffers = bits & LENDS, .takes_dma_bufs = bits & TAKES_DMA_BUFS,
        .takes_memory = bits & TAKES, .copies_buffers = bits & COPIES,
        .packs_buffers = bits & PACKS, .has_uuid = bits & UUID, .same_device = bits & SAME,
        .exports = bits & EXPORTS, .host_reaches = bits & REACHES,
        .copies_images = bits & COPIES_IMAGES, .is_image = bits & IMAGE, .wish = wish,
    };
}

/* What the interface needs so that it copies by itself. */
static unsigned int needs_of(unsigned int bits)
{
    return TAKES | UUID | SAME | EXPORTS | ((bits & IMAGE) != 0 ? PACKS : COPIES);
}

static bool is_exported(unsigned int bits, enum gi_graphics_wish wish)
{
    const unsigned int needs = LENDS | TAKES_DMA_BUFS | UUID | SAME;

    return (bits & IMAGE) == 0 && (bits & needs) == needs && wish == GI_GRAPHICS_ANY;
}

static enum gi_graphics_way expected_way(unsigned int bits, enum gi_graphics_wish wish)
{
    bool is_image = (bits & IMAGE) != 0;

    if (is_exported(bits, wish))
        return GI_GRAPHICS_EXPORT;
    if ((bits & needs_of(bits)) != needs_of(bits) || wish == GI_GRAPHICS_WISH_HOST)
        return !is_image && (bits & REACHES) != 0 ? GI_GRAPHICS_HOST_DIRECT : GI_GRAPHICS_HOST;
    if (is_image && ((bits & COPIES_IMAGES) == 0 || wish == GI_GRAPHICS_WISH_PIXELS ||
                     wish == GI_GRAPHICS_WISH_KERNELS))
        return GI_GRAPHICS_PIXELS;
    return GI_GRAPHICS_SHADOW;
}

/* Each set of facts has one way, and a reason if and only if there is a better one. */
TEST_CASE(every_set_of_facts_has_a_way)
{
    size_t counts[GI_GRAPHICS_WAYS] = { 0 };

    for (int wish = GI_GRAPHICS_ANY; wish <= GI_GRAPHICS_WISH_HOST; wish++)
        for (unsigned int bits = 0; bits < ALL_BITS; bits++) {
            struct gi_graphics_plan_facts facts = facts_of(bits, (enum gi_graphics_wish)wish);
            struct gi_graphics_plan plan = gi_graphics_choose(&facts);

            assert_int_equal(plan.way, expected_way(bits, (enum gi_graphics_wish)wish));
            assert_int_equal(plan.why == NULL, plan.way == (facts.is_image ? GI_GRAPHICS_SHADOW
                                                                           : GI_GRAPHICS_EXPORT));
            counts[plan.way]++;
        }
    /* of the 1024 sets of a buffer 64 export; shadows of buffers are 8 of 256 in each of the four
       sets of the facts of exports, but none by default where both are there */
    assert_int_equal(counts[GI_GRAPHICS_EXPORT], 64);
    assert_int_equal(counts[GI_GRAPHICS_SHADOW], 4 * 4 * 8 + 3 * 8 + 4 * 3 * 4);
    assert_int_equal(counts[GI_GRAPHICS_PIXELS], 4 * (3 * 4 + 2 * 8));
    assert_int_equal(counts[GI_GRAPHICS_HOST_DIRECT] + counts[GI_GRAPHICS_HOST],
                     6 * 2048 - 64 - 200 - 112);
}

/* A way that fails leaves a worse one, until the host's is left. */
TEST_CASE(each_way_leaves_another)
{
    for (unsigned int bits = 0; bits < ALL_BITS; bits++) {
        struct gi_graphics_plan_facts facts = facts_of(bits, GI_GRAPHICS_ANY);
        enum gi_graphics_way way = gi_graphics_choose(&facts).way, before = way;
        int steps = 0;

        while (gi_graphics_next(&facts, &way)) {
            assert_true(way > before);
            before = way;
            steps++;
        }
        assert_true(way == GI_GRAPHICS_HOST || way == GI_GRAPHICS_HOST_DIRECT);
        assert_true(steps <= 2 && steps >= (before == GI_GRAPHICS_EXPORT));
    }
}

/* With one fact missing the reason names it. */
TEST_CASE(a_reason_names_the_fact)
{
    static const struct { unsigned int missing, kind; const char *words; } rows[] = {
        { LENDS, 0, "exports no buffers" }, { TAKES_DMA_BUFS, 0, "opens no dma-bufs" },
        { TAKES, 0, "opens no memory" }, { COPIES, 0, "copies no buffers" },
        { UUID, 0, "does not say which device" }, { SAME, 0, "another device" },
        { EXPORTS, 0, "does not export" }, { PACKS, IMAGE, "between images and buffers" },
        { COPIES_IMAGES, IMAGE, "of this format" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        unsigned int bits = ((ALL_BITS - 1u) & ~(unsigned int)IMAGE) | rows[i].kind;
        struct gi_graphics_plan_facts facts;

        if (i > 1)
            bits &= ~(unsigned int)LENDS;        /* else the better way hides the fact */
        facts = facts_of(bits & ~rows[i].missing, GI_GRAPHICS_ANY);
        assert_non_null(strstr(gi_graphics_choose(&facts).why, rows[i].words));
    }
    assert_non_null(strstr(gi_graphics_choose(&(struct gi_graphics_plan_facts){
        .wish = GI_GRAPHICS_WISH_HOST }).why, "GPUINTEROP_GL"));
}

/* Shaders copy where there are many processors, and where the environment asks for them. */
TEST_CASE(shaders_are_for_graphics_cards)
{
    for (int is_cpu = 0; is_cpu < 2; is_cpu++) {
        assert_true(gi_graphics_by_kernels(GI_GRAPHICS_WISH_KERNELS, is_cpu));
        assert_true(gi_graphics_by_kernels(GI_GRAPHICS_WISH_SHADOW_KERNELS, is_cpu));
        assert_int_equal(gi_graphics_by_kernels(GI_GRAPHICS_ANY, is_cpu), !is_cpu);
        assert_int_equal(gi_graphics_by_kernels(GI_GRAPHICS_WISH_SHADOW, is_cpu), !is_cpu);
        assert_false(gi_graphics_by_kernels(GI_GRAPHICS_WISH_PIXELS, is_cpu));
        assert_false(gi_graphics_by_kernels(GI_GRAPHICS_WISH_HOST, is_cpu));
    }
}

TEST_CASE(the_environment_has_words)
{
    enum gi_graphics_wish wish;

    assert_true(gi_graphics_wish_of(NULL, &wish) && wish == GI_GRAPHICS_ANY);
    assert_true(gi_graphics_wish_of("", &wish) && wish == GI_GRAPHICS_ANY);
    assert_true(gi_graphics_wish_of("export", &wish) && wish == GI_GRAPHICS_ANY);
    assert_true(gi_graphics_wish_of("shadow", &wish) && wish == GI_GRAPHICS_WISH_SHADOW);
    assert_true(gi_graphics_wish_of("shadow-kernels", &wish) &&
                wish == GI_GRAPHICS_WISH_SHADOW_KERNELS);
    assert_true(gi_graphics_wish_of("kernels", &wish) && wish == GI_GRAPHICS_WISH_KERNELS);
    assert_true(gi_graphics_wish_of("pixels", &wish) && wish == GI_GRAPHICS_WISH_PIXELS);
    assert_true(gi_graphics_wish_of("host", &wish) && wish == GI_GRAPHICS_WISH_HOST);
    assert_false(gi_graphics_wish_of("hosts", &wish));
    assert_int_equal(wish, GI_GRAPHICS_ANY);
}

TEST_CASE(ways_have_names)
{
    for (int way = 0; way < GI_GRAPHICS_WAYS; way++)
        assert_string_not_equal(gi_graphics_way_name((enum gi_graphics_way)way), "no way");
    assert_string_equal(gi_graphics_way_name(GI_GRAPHICS_WAYS), "no way");
}
