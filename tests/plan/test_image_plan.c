/* What images are made as, what is refused, and where they go, on made-up facts. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "test_cases.h"
#include "made_up.h"
#include "vulkan/plan/formats.h"

#define COPIED_AND_SAMPLED \
    (VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_SAMPLED_BIT)
#define ALL_BUT_RENDERED (COPIED_AND_SAMPLED | VK_IMAGE_USAGE_STORAGE_BIT)

#define BY_FD VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT

static void (*const devices[])(struct givk_facts *) = {
    made_up_h200, made_up_radeon, made_up_radeon_apu, made_up_intel, made_up_llvmpipe,
};

enum { DEVICE_COUNT = sizeof(devices) / sizeof(devices[0]) };

static const struct gi_image_shape square = {
    .format = GI_FORMAT_RGBA8_UINT, .dims = GI_IMAGE_2D, .width = 256, .height = 256, .depth = 1,
    .layers = 1, .levels = 9,
};

static gi_status make(const struct givk_facts *facts, const struct gi_image_shape *shape,
                      struct givk_image_plan *out)
{
    struct givk_image_features features = made_up_features(facts, shape->format);

    return givk_image_plan_make(facts, shape, BY_FD, &features, out);
}

/** Made and looked at; the answer of either. */
static gi_status check(const struct givk_facts *facts, const struct gi_image_shape *shape)
{
    struct givk_image_plan plan;
    struct givk_image_limits limits;
    gi_status st = make(facts, shape, &plan);

    if (st != GI_OK)
        return st;
    limits = made_up_limits(facts, &plan);
    return givk_image_plan_check(facts, shape, &plan, &limits);
}

static void assert_says(const char *words)
{
    if (strstr(gi_last_error_detail(), words) == NULL)
        fail_msg("\"%s\" without \"%s\"", gi_last_error_detail(), words);
}

/* ---- made as --------------------------------------------------------------------------------- */

TEST_CASE(test_own_images)
{
    for (int i = 0; i < DEVICE_COUNT; i++) {
        struct givk_facts facts;
        struct givk_image_plan plan;
        struct gi_image_shape shape = square;
        devices[i](&facts);
        assert_int_equal(make(&facts, &shape, &plan), GI_OK);
        assert_int_equal(plan.type, VK_IMAGE_TYPE_2D);
        assert_int_equal(plan.format, VK_FORMAT_R8G8B8A8_UINT);  /* its own, and mutable */
        assert_int_equal(plan.flags, VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT);
        assert_int_equal(plan.usage, ALL_BUT_RENDERED);  /* surfaces are of any array */
        assert_int_equal(plan.handle_types, 0);
        assert_int_equal(plan.levels, 9);
        shape.flags = GI_IMAGE_STORAGE;
        assert_int_equal(make(&facts, &shape, &plan), GI_OK);
        assert_int_equal(plan.usage, ALL_BUT_RENDERED);
        shape.flags = GI_IMAGE_ATTACHMENT;
        assert_int_equal(make(&facts, &shape, &plan), GI_OK);
        assert_int_equal(plan.usage, ALL_BUT_RENDERED | VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
        shape = square;
        shape.format = GI_FORMAT_BC7_UNORM;
        assert_int_equal(make(&facts, &shape, &plan), GI_OK);
        assert_int_equal(plan.usage, COPIED_AND_SAMPLED);
    }
}

/* A use that nobody asked for is left out only if the driver has no images with it. */
TEST_CASE(test_storage_that_nobody_asked_for)
{
    struct givk_image_limits none = { .exist = false }, few, all;
    struct gi_image_shape shape = square;
    struct givk_image_plan plan;
    struct givk_facts facts;

    made_up_intel(&facts);
    shape.layers = 100;
    assert_int_equal(make(&facts, &shape, &plan), GI_OK);
    few = all = made_up_limits(&facts, &plan);
    assert_false(givk_image_plan_relax(&shape, &all, &plan));
    assert_true((plan.usage & VK_IMAGE_USAGE_STORAGE_BIT) != 0);
    assert_true(givk_image_plan_relax(&shape, &none, &plan));
    assert_int_equal(plan.usage, COPIED_AND_SAMPLED);
    assert_false(givk_image_plan_relax(&shape, &none, &plan));   /* there is nothing left */
    few.most.maxArrayLayers = 99;
    assert_int_equal(make(&facts, &shape, &plan), GI_OK);
    assert_true(givk_image_plan_relax(&shape, &few, &plan));
    shape.flags = GI_IMAGE_STORAGE;
    assert_int_equal(make(&facts, &shape, &plan), GI_OK);
    assert_false(givk_image_plan_relax(&shape, &none, &plan));
    assert_true((plan.usage & VK_IMAGE_USAGE_STORAGE_BIT) != 0);
}

TEST_CASE(test_external_images)
{
    for (int i = 0; i < DEVICE_COUNT; i++) {
        struct givk_facts facts;
        struct givk_image_plan plan;
        struct gi_image_shape shape = square;
        devices[i](&facts);
        shape.flags = GI_IMAGE_EXTERNAL;
        assert_int_equal(make(&facts, &shape, &plan), GI_OK);
        assert_int_equal(plan.format, VK_FORMAT_R8G8B8A8_UNORM); /* as its exporter has it */
        assert_int_equal(plan.flags, VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT |
                                     VK_IMAGE_CREATE_ALIAS_BIT);
        assert_int_equal(plan.usage, COPIED_AND_SAMPLED | VK_IMAGE_USAGE_STORAGE_BIT);
        assert_int_equal(plan.handle_types, BY_FD);
        shape.format = GI_FORMAT_BC7_SRGB;       /* nobody stores to such */
        assert_int_equal(make(&facts, &shape, &plan), GI_OK);
        assert_int_equal(plan.format, VK_FORMAT_BC7_SRGB_BLOCK);
        assert_int_equal(plan.usage, COPIED_AND_SAMPLED);
        shape.format = GI_FORMAT_R32_UINT;
        assert_int_equal(make(&facts, &shape, &plan), GI_OK);
        assert_int_equal(plan.format, VK_FORMAT_R32_UINT);
    }
}

/* Where the normalized kin cannot be stored to, the image is made as what it is. */
TEST_CASE(test_a_kin_that_can_less)
{
    struct givk_facts facts;
    struct givk_image_plan plan;
    struct gi_image_shape shape = square;
    struct givk_image_features features;

    made_up_intel(&facts);
    shape.format = GI_FORMAT_R16_UINT;
    shape.flags = GI_IMAGE_EXTERNAL | GI_IMAGE_STORAGE;
    features = made_up_features(&facts, shape.format);
    features.external &= ~(VkFormatFeatureFlags)VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT;
    assert_int_equal(givk_image_plan_make(&facts, &shape, BY_FD, &features, &plan), GI_OK);
    assert_int_equal(plan.format, VK_FORMAT_R16_UINT);
    assert_true((plan.usage & VK_IMAGE_USAGE_STORAGE_BIT) != 0);
    shape.flags = GI_IMAGE_EXTERNAL;             /* nobody asks: the exporter's kin it is */
    assert_int_equal(givk_image_plan_make(&facts, &shape, BY_FD, &features, &plan), GI_OK);
    assert_int_equal(plan.format, VK_FORMAT_R16_UNORM);
    assert_true((plan.usage & VK_IMAGE_USAGE_STORAGE_BIT) == 0);
}

TEST_CASE(test_kinds)
{
    struct givk_facts facts;
    struct givk_image_plan plan;
    struct gi_image_shape shape = square;

    made_up_h200(&facts);
    shape.layers = 12;
    assert_int_equal(make(&facts, &shape, &plan), GI_OK);
    assert_int_equal(plan.layers, 12);
    assert_true((plan.flags & VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT) == 0);
    shape.flags = GI_IMAGE_CUBE;
    assert_int_equal(make(&facts, &shape, &plan), GI_OK);
    assert_true((plan.flags & VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT) != 0);
    shape = square;
    shape.dims = GI_IMAGE_3D;
    shape.depth = 32;
    assert_int_equal(make(&facts, &shape, &plan), GI_OK);
    assert_int_equal(plan.type, VK_IMAGE_TYPE_3D);
    assert_int_equal(plan.extent.depth, 32);
    assert_true((plan.flags & VK_IMAGE_CREATE_2D_ARRAY_COMPATIBLE_BIT) == 0);
    shape.flags = GI_IMAGE_ATTACHMENT;           /* slices are rendered to */
    assert_int_equal(make(&facts, &shape, &plan), GI_OK);
    assert_true((plan.flags & VK_IMAGE_CREATE_2D_ARRAY_COMPATIBLE_BIT) != 0);
    shape = square;
    shape.dims = GI_IMAGE_1D;
    shape.height = 1;
    assert_int_equal(make(&facts, &shape, &plan), GI_OK);
    assert_int_equal(plan.type, VK_IMAGE_TYPE_1D);
}

/* ---- refused --------------------------------------------------------------------------------- */

TEST_CASE(test_what_no_format_does)
{
    struct givk_facts facts;
    struct gi_image_shape shape = square;

    made_up_intel(&facts);
    shape.format = GI_FORMAT_BC1_UNORM;
    shape.flags = GI_IMAGE_STORAGE;
    assert_int_equal(check(&facts, &shape), GI_NOT_SUPPORTED);
    assert_says("BC1_UNORM, which surfaces need");
    shape.flags = GI_IMAGE_ATTACHMENT;
    assert_int_equal(check(&facts, &shape), GI_NOT_SUPPORTED);
    assert_says("cannot render to format BC1_UNORM");
    shape.flags = 0;
    assert_int_equal(check(&facts, &shape), GI_OK);
    facts.compressed_images = false;
    assert_int_equal(check(&facts, &shape), GI_NOT_SUPPORTED);
    assert_says("Intel Graphics (ANV) has no images of format BC1_UNORM");
}

TEST_CASE(test_what_no_image_is)
{
    struct givk_facts facts;
    struct gi_image_shape shape = square;

    made_up_h200(&facts);
    shape.format = GI_FORMAT_NONE;
    assert_int_equal(check(&facts, &shape), GI_INVALID_VALUE);
    shape.format = (enum gi_format)(GI_FORMAT_COUNT + 3);
    assert_int_equal(check(&facts, &shape), GI_INVALID_VALUE);
    shape = square;
    shape.levels = 0;
    assert_int_equal(check(&facts, &shape), GI_INVALID_VALUE);
    shape = square;
    shape.depth = 0;
    assert_int_equal(check(&facts, &shape), GI_INVALID_VALUE);
    shape = square;
    shape.flags = GI_IMAGE_CUBE;
    shape.layers = 7;
    assert_int_equal(check(&facts, &shape), GI_INVALID_VALUE);
    assert_says("7 faces");
    shape.layers = 6;
    assert_int_equal(check(&facts, &shape), GI_OK);
    shape.height = 128;
    assert_int_equal(check(&facts, &shape), GI_INVALID_VALUE);
}

TEST_CASE(test_limits_are_named)
{
    static const struct {
        struct gi_image_shape shape;
        const char *words;
    } rows[] = {
        { { GI_FORMAT_R8_UNORM, GI_IMAGE_2D, 32769, 1, 1, 1, 1, 0 }, "32769 texels wide; NVIDIA" },
        { { GI_FORMAT_R8_UNORM, GI_IMAGE_2D, 32769, 1, 1, 1, 1, 0 }, "at most 32768" },
        { { GI_FORMAT_R8_UNORM, GI_IMAGE_2D, 1, 40000, 1, 1, 1, 0 }, "40000 texels high" },
        { { GI_FORMAT_R8_UNORM, GI_IMAGE_1D, 40000, 1, 1, 1, 1, 0 }, "1D images of R8_UNORM" },
        { { GI_FORMAT_R8_UNORM, GI_IMAGE_3D, 8, 8, 16385, 1, 1, 0 }, "16385 slices deep" },
        { { GI_FORMAT_R8_UNORM, GI_IMAGE_2D, 8, 8, 1, 2049, 1, 0 }, "2049 layers" },
        { { GI_FORMAT_R8_UNORM, GI_IMAGE_2D, 8, 8, 1, 2052, 1, GI_IMAGE_CUBE }, "cube images" },
        { { GI_FORMAT_R8_UNORM, GI_IMAGE_2D, 8, 8, 1, 1, 17, 0 }, "17 levels" },
        { { GI_FORMAT_BC1_UNORM, GI_IMAGE_3D, 8, 8, 8, 1, 1, 0 }, "no 3D images of BC1_UNORM" },
    };
    struct givk_facts facts;

    made_up_h200(&facts);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        assert_int_equal(check(&facts, &rows[i].shape), GI_NOT_SUPPORTED);
        assert_says(rows[i].words);
    }
}

/* Before Vulkan is asked for the image: it may not be asked for one that is too large. */
TEST_CASE(test_too_large_is_out_of_memory)
{
    struct gi_image_shape shape = { GI_FORMAT_RGBA32_FLOAT, GI_IMAGE_2D, 32768, 32768, 1, 64, 1,
                                    0 };
    struct givk_facts facts;

    made_up_h200(&facts);
    assert_int_equal(check(&facts, &shape), GI_OK);              /* 2^40 bytes */
    shape.layers++;
    assert_int_equal(check(&facts, &shape), GI_OUT_OF_MEMORY);
    assert_says("at most 1099511627776");
}

/* Radeon's driver shares nothing but 2D images; the others do. */
TEST_CASE(test_what_is_not_shared)
{
    for (int i = 0; i < DEVICE_COUNT; i++) {
        struct givk_facts facts;
        struct gi_image_shape shape = square;
        devices[i](&facts);
        bool radeon = facts.driver_id == VK_DRIVER_ID_MESA_RADV;
        shape.flags = GI_IMAGE_EXTERNAL;
        assert_int_equal(check(&facts, &shape), GI_OK);
        shape.dims = GI_IMAGE_3D;
        shape.depth = 4;
        assert_int_equal(check(&facts, &shape), radeon ? GI_NOT_SUPPORTED : GI_OK);
        if (radeon)
            assert_says("does not import memory of this kind for 3D images of RGBA8_UINT");
        shape.flags = 0;
        assert_int_equal(check(&facts, &shape), GI_OK);
    }
}

/* ---- where it goes --------------------------------------------------------------------------- */

struct placed {
    struct givk_facts facts;
    struct givk_plan plan;
    struct gi_image_shape shape;
    struct givk_image_needs needs;
    struct givk_image_home home;
};

static void place_init(struct placed *p, void (*device)(struct givk_facts *))
{
    memset(p, 0, sizeof(*p));
    device(&p->facts);
    givk_plan_make(&p->facts, NULL, &p->plan);
    p->shape = square;
    p->shape.flags = GI_IMAGE_EXTERNAL;
    p->needs = (struct givk_image_needs){
        .size_bytes = 400000,
        .alignment_bytes = 65536,
        .memory_types = 0xff,
        .dedicated_only = p->facts.image_opaque_fd.dedicated_only,
    };
    p->home = (struct givk_image_home){
        .memory_bytes = 1 << 20,
        .memory_type = 1,
        .can_import_again = p->needs.dedicated_only,
    };
}

static gi_status place(const struct placed *p, uint64_t offset_bytes, bool *out_again)
{
    return givk_image_plan_place(&p->facts, &p->plan, &p->shape, &p->needs, &p->home, offset_bytes,
                                 out_again);
}

TEST_CASE(test_places)
{
    struct placed p;
    bool again;

    place_init(&p, made_up_h200);
    assert_int_equal(place(&p, 65536, &again), GI_OK);
    assert_false(again);
    assert_int_equal(place(&p, 65537, &again), GI_INVALID_VALUE);
    assert_says("offset 65537 is not a multiple of 65536");
    assert_int_equal(place(&p, 10 * 65536, &again), GI_INVALID_VALUE);
    assert_says("takes 400000 bytes at offset 655360, the memory was said to have 1048576");
    p.home.size_is_known = true;
    assert_int_equal(place(&p, UINT64_C(65536) << 40, &again), GI_INVALID_VALUE);
    assert_says("the memory has 1048576");
    p.home.memory_bytes = 65536 + 400000;
    assert_int_equal(place(&p, 65536, &again), GI_OK);
    p.home.memory_bytes--;
    assert_int_equal(place(&p, 65536, &again), GI_INVALID_VALUE);
}

/* Memory that was made for an image alone is imported again, with the image's name. */
TEST_CASE(test_dedicated)
{
    for (int i = 0; i < DEVICE_COUNT; i++) {
        struct placed p;
        bool again;
        place_init(&p, devices[i]);
        p.shape.flags |= GI_IMAGE_DEDICATED;
        p.home.can_import_again = true;
        assert_int_equal(p.plan.dedicated_imports, p.facts.info.kind != GI_DEVICE_CPU &&
                         p.facts.driver_id != VK_DRIVER_ID_NVIDIA_PROPRIETARY);
        p.plan.dedicated_imports = true;
        assert_int_equal(place(&p, 0, &again), GI_OK);
        assert_true(again);
        p.plan.dedicated_imports = false;      /* a driver that does not need to be told */
        assert_int_equal(place(&p, 0, &again), GI_OK);
        assert_int_equal(again, p.needs.dedicated_only);
    }
}

/* Radeon's driver wants that of every image that is shared. */
TEST_CASE(test_alone_or_not_at_all)
{
    struct placed p;
    bool again;

    place_init(&p, made_up_radeon);
    assert_int_equal(place(&p, 0, &again), GI_OK);
    assert_true(again);
    assert_int_equal(place(&p, 65536, &again), GI_NOT_SUPPORTED);
    assert_says("alone in their memory");
    p.shape.flags = 0;                           /* own images lie where they are put */
    p.needs.dedicated_only = false;
    assert_int_equal(place(&p, 65536, &again), GI_OK);
    assert_false(again);
}

TEST_CASE(test_memory_types)
{
    struct placed p;
    bool again;

    place_init(&p, made_up_h200);
    p.needs.memory_types = 0x0d;
    assert_int_equal(place(&p, 0, &again), GI_NOT_SUPPORTED);
    assert_says("memory of type 1; the mask 0xd");
    p.home.can_import_again = true;              /* then the type can be another */
    assert_int_equal(place(&p, 0, &again), GI_OK);
    assert_true(again);
}

/* Own images: the device's own memory, which need not be mapped even where it can be. */
TEST_CASE(test_memory_for_images)
{
    static const uint32_t types[DEVICE_COUNT] = { 1, 0, 0, 0, 0 };

    for (int i = 0; i < DEVICE_COUNT; i++) {
        struct placed p;
        uint32_t type;
        place_init(&p, devices[i]);
        assert_true(givk_plan_memory_type(&p.facts, &p.plan, GIVK_USE_IMAGE, 0xffff, &type));
        assert_int_equal(type, types[i]);
        assert_false(givk_plan_maps(&p.facts, &p.plan, GIVK_USE_IMAGE, type));
        assert_false(givk_plan_memory_type(&p.facts, &p.plan, GIVK_USE_IMAGE, 0, &type));
    }
}
