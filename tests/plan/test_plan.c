/* What the plans choose, on made-up facts. */
#include <stddef.h>
#include <stdint.h>

#include "test_cases.h"
#include "made_up.h"
#include "vulkan/plan/plan.h"

enum { ALL_TYPES = 0xffff };

struct planned {
    struct givk_facts facts;
    struct givk_plan plan;
};

static void make(struct planned *out, void (*facts)(struct givk_facts *))
{
    facts(&out->facts);
    givk_plan_make(&out->facts, NULL, &out->plan);
}

static uint32_t type_for(const struct planned *p, enum givk_memory_use use, uint32_t allowed)
{
    uint32_t index;

    assert_true(givk_plan_memory_type(&p->facts, &p->plan, use, allowed, &index));
    return index;
}

/* ---- which plan ---------------------------------------------------------------------------- */

TEST_CASE(test_plan_follows_the_driver)
{
    struct planned p;

    make(&p, made_up_h200);
    assert_string_equal(p.plan.name, "nvidia");
    make(&p, made_up_radeon);
    assert_string_equal(p.plan.name, "generic");
    make(&p, made_up_llvmpipe);
    assert_string_equal(p.plan.name, "generic");
}

TEST_CASE(test_plan_can_be_named)
{
    struct planned p;

    made_up_llvmpipe(&p.facts);
    givk_plan_make(&p.facts, "nvidia", &p.plan);
    assert_string_equal(p.plan.name, "nvidia");
    givk_plan_make(&p.facts, "no such plan", &p.plan);
    assert_string_equal(p.plan.name, "generic");
}

TEST_CASE(test_local_memory)
{
    struct planned p;

    make(&p, made_up_h200);                      /* its compiler takes less than 16 KiB */
    assert_true(p.plan.private_bytes > 4096 && p.plan.private_bytes < 15360);
    assert_int_equal(p.plan.most_local_bytes, 0);
    make(&p, made_up_radeon);
    assert_int_equal(p.plan.private_bytes, 0);
    make(&p, made_up_llvmpipe);
    assert_int_equal(p.plan.private_bytes, 8192);
    assert_int_equal(p.plan.most_local_bytes, 64 << 20);
    givk_plan_make(&p.facts, "+private-bytes=64+local-bytes=9300000000", &p.plan);
    assert_string_equal(p.plan.name, "generic");
    assert_int_equal(p.plan.private_bytes, 64);
    assert_int_equal(p.plan.most_local_bytes, 9300000000);
    assert_int_equal(p.plan.shared_bytes, 0);
    givk_plan_make(&p.facts, "+shared-bytes=4096", &p.plan);
    assert_int_equal(p.plan.shared_bytes, 4096);
    givk_plan_make(&p.facts, "+private-bytes=x+local-bytes=0", &p.plan);
    assert_int_equal(p.plan.private_bytes, 8192);
    assert_int_equal(p.plan.most_local_bytes, 64 << 20);
}

TEST_CASE(test_constants)
{
    struct planned p;

    make(&p, made_up_h200);
    assert_int_equal(p.plan.constant_bytes, 65536);
    assert_true(p.plan.constants_take_turns);
    givk_plan_make(&p.facts, "+constants-by-address", &p.plan);
    assert_int_equal(p.plan.constant_bytes, 0);
    p.facts.push_descriptors = false;
    givk_plan_make(&p.facts, NULL, &p.plan);
    assert_int_equal(p.plan.constant_bytes, 0);
    make(&p, made_up_llvmpipe);
    assert_int_equal(p.plan.constant_bytes, 16384);
    assert_false(p.plan.constants_take_turns);
    givk_plan_make(&p.facts, "+constants-take-turns", &p.plan);
    assert_true(p.plan.constants_take_turns);
    assert_false(p.plan.host_decides);
    givk_plan_make(&p.facts, "generic+host-decides", &p.plan);
    assert_true(p.plan.host_decides);
}

TEST_CASE(test_matrices_by_lanes)
{
    struct planned p;

    make(&p, made_up_h200);
    assert_false(p.plan.matrices_by_lanes);
    givk_plan_make(&p.facts, "nvidia+matrices-by-lanes", &p.plan);
    assert_true(p.plan.matrices_by_lanes);
}

/* Where a dispatch takes any grid there is nothing to push; else it lies behind what kernels have,
 * or takes the end of that. */
TEST_CASE(test_wide_launches)
{
    static const struct {
        uint32_t groups, push, wide, kernels, all;
    } rows[] = {
        { INT32_MAX, 128, 0, 128, 128 }, { UINT32_MAX, 256, 0, 128, 128 },
        { 65535, 256, 128, 128, 136 }, { INT32_MAX - 1, 136, 128, 128, 136 },
        { 65535, 135, 120, 120, 128 }, { 65535, 128, 120, 120, 128 },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const VkPhysicalDeviceLimits limits = { .maxComputeWorkGroupCount = { rows[i].groups },
                                                .maxPushConstantsSize = rows[i].push };
        struct gi_device_info info = { .kernels.push_bytes = 128 };

        givk_kernel_push_facts(&limits, &info);
        assert_int_equal(info.wide_push_bytes, rows[i].wide);
        assert_int_equal(info.kernels.push_bytes, rows[i].kernels);
        assert_int_equal(givk_kernel_push_bytes(&info), rows[i].all);
        assert_true(info.kernels.push_bytes >= GI_TRANSLATE_LEAST_PUSH);
    }
}

TEST_CASE(test_devices_are_ranked)
{
    struct planned gpu, apu, cpu;

    make(&gpu, made_up_radeon);
    make(&apu, made_up_intel);
    make(&cpu, made_up_llvmpipe);
    assert_true(givk_facts_rank(&gpu.facts) < givk_facts_rank(&apu.facts));
    assert_true(givk_facts_rank(&apu.facts) < givk_facts_rank(&cpu.facts));
}

TEST_CASE(test_unusable_devices_say_why)
{
    struct givk_facts facts;

    made_up_intel(&facts);
    assert_null(givk_facts_unusable(&facts));
    facts.buffer_addresses = false;
    assert_non_null(givk_facts_unusable(&facts));
    made_up_intel(&facts);
    facts.timeline_semaphores = false;
    assert_non_null(givk_facts_unusable(&facts));
    made_up_intel(&facts);
    facts.api_version = VK_API_VERSION_1_1;
    assert_non_null(givk_facts_unusable(&facts));
    made_up_intel(&facts);
    facts.families[0].queueFlags = VK_QUEUE_TRANSFER_BIT;
    assert_non_null(givk_facts_unusable(&facts));
}

/* ---- memory -------------------------------------------------------------------------------- */

TEST_CASE(test_memory_types)
{
    static const struct {
        void (*facts)(struct givk_facts *);
        uint32_t allowed, device, host, import;
        bool device_is_mapped;
    } rows[] = {
        { made_up_h200, ALL_TYPES, 1, 3, 1, false },
        { made_up_h200, 0x0f, 1, 3, 1, false },          /* as for opaque fds */
        { made_up_h200, 0x0d, 0, 3, 0, false },          /* no device memory allowed */
        { made_up_radeon, ALL_TYPES, 0, 3, 0, false },
        { made_up_radeon, 0x37, 0, 1, 0, false },        /* plainly cached is not allowed */
        { made_up_radeon_apu, ALL_TYPES, 3, 3, 3, true },
        { made_up_radeon_apu, 0x03, 0, 1, 0, false },
        { made_up_intel, ALL_TYPES, 1, 1, 1, true },
        { made_up_llvmpipe, ALL_TYPES, 0, 0, 0, true },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct planned p;
        uint32_t device;
        make(&p, rows[i].facts);
        device = type_for(&p, GIVK_USE_DEVICE, rows[i].allowed);
        assert_int_equal(device, rows[i].device);
        assert_int_equal(type_for(&p, GIVK_USE_HOST, rows[i].allowed), rows[i].host);
        assert_int_equal(type_for(&p, GIVK_USE_IMPORT, rows[i].allowed), rows[i].import);
        assert_int_equal(givk_plan_maps(&p.facts, &p.plan, GIVK_USE_DEVICE, device),
                         rows[i].device_is_mapped);
        assert_true(givk_plan_maps(&p.facts, &p.plan, GIVK_USE_HOST, rows[i].host));
    }
}

TEST_CASE(test_transfer_queues)
{
    struct planned p;

    make(&p, made_up_radeon);
    givk_plan_make(&p.facts, "generic+transfer-queues", &p.plan);
    assert_int_equal(p.plan.family_count, 1);
    assert_int_equal(p.plan.families[0].family, 2);
    assert_int_equal(p.plan.queue_count, 1);
    make(&p, made_up_intel);                     /* has none */
    givk_plan_make(&p.facts, "generic+transfer-queues", &p.plan);
    assert_int_equal(p.plan.families[0].family, 0);
}

TEST_CASE(test_managed_memory)
{
    struct planned p;

    make(&p, made_up_h200);
    assert_false(p.plan.place_host);             /* an older driver, without the extension */
    assert_true(p.plan.submits_tell_loss);
    assert_false(givk_plan_kernels_see_host(&p.facts, &p.plan));
    p.facts.placed_maps = true;
    givk_plan_make(&p.facts, NULL, &p.plan);
    assert_true(p.plan.place_host);
    assert_true(givk_plan_kernels_see_host(&p.facts, &p.plan));      /* in device memory */
    assert_int_equal(type_for(&p, GIVK_USE_MANAGED, ALL_TYPES), 4);
    assert_int_equal(type_for(&p, GIVK_USE_MANAGED, 0x0f), 3);
    assert_false(givk_plan_maps(&p.facts, &p.plan, GIVK_USE_MANAGED, 4));    /* it is placed */
    assert_true(givk_plan_places(&p.plan, GIVK_USE_MANAGED));
    assert_false(givk_plan_maps(&p.facts, &p.plan, GIVK_USE_HOST, 3));       /* so is pinned */
    assert_true(givk_plan_places(&p.plan, GIVK_USE_HOST));
    p.facts.memory.memoryTypes[4].propertyFlags = 0;                 /* with no mapped memory */
    assert_false(givk_plan_kernels_see_host(&p.facts, &p.plan));
    assert_true(givk_plan_maps(&p.facts, &p.plan, GIVK_USE_TABLE, 3));
    assert_false(givk_plan_places(&p.plan, GIVK_USE_TABLE));
    assert_false(givk_plan_places(&p.plan, GIVK_USE_DEVICE));
    make(&p, made_up_radeon);
    p.facts.placed_maps = true;
    givk_plan_make(&p.facts, NULL, &p.plan);
    assert_false(p.plan.place_host);             /* its addresses are no process's */
    assert_true(givk_plan_kernels_see_host(&p.facts, &p.plan));      /* its caches follow it */
    assert_int_equal(type_for(&p, GIVK_USE_MANAGED, ALL_TYPES), 3);          /* not the window */
    assert_int_equal(type_for(&p, GIVK_USE_MANAGED, 0x37), 1);
    make(&p, made_up_llvmpipe);
    p.facts.placed_maps = true;
    givk_plan_make(&p.facts, NULL, &p.plan);
    assert_false(p.plan.place_host);             /* its addresses are the host's anyway */
}

TEST_CASE(test_no_type_will_do)
{
    struct planned p;
    uint32_t index;

    make(&p, made_up_h200);
    assert_false(givk_plan_memory_type(&p.facts, &p.plan, GIVK_USE_DEVICE, 0, &index));
    assert_false(givk_plan_memory_type(&p.facts, &p.plan, GIVK_USE_HOST, 0x03, &index));
    make(&p, made_up_radeon);
    assert_false(givk_plan_memory_type(&p.facts, &p.plan, GIVK_USE_DEVICE, 0x30, &index));
}

TEST_CASE(test_device_heap)
{
    struct givk_facts facts;

    made_up_radeon(&facts);
    assert_int_equal(givk_facts_device_heap(&facts), 0);
    made_up_radeon_apu(&facts);
    assert_int_equal(givk_facts_device_heap(&facts), 1);
}

/* ---- queues -------------------------------------------------------------------------------- */

static void assert_queue(const struct planned *p, uint32_t index, uint32_t family, uint32_t number)
{
    uint32_t got_family, got_number;

    givk_plan_queue(&p->plan, index, &got_family, &got_number);
    assert_int_equal(got_family, family);
    assert_int_equal(got_number, number);
}

TEST_CASE(test_queues)
{
    struct planned p;

    make(&p, made_up_h200);                      /* the compute family takes submits fastest */
    assert_int_equal(p.plan.queue_count, 2);
    assert_int_equal(p.plan.family_count, 1);
    assert_queue(&p, 0, 2, 0);
    assert_queue(&p, 1, 2, 1);
    givk_plan_make(&p.facts, "nvidia+queues=5", &p.plan);
    assert_int_equal(p.plan.queue_count, 5);
    assert_queue(&p, 4, 2, 4);
    givk_plan_make(&p.facts, "nvidia+queues=0+queues=33+queues=x", &p.plan);
    assert_int_equal(p.plan.queue_count, 2);
    givk_plan_make(&p.facts, "nvidia+queues=32", &p.plan);
    assert_int_equal(p.plan.queue_count, 8);     /* as many as the family has */
    make(&p, made_up_radeon);
    assert_int_equal(p.plan.queue_count, 5);
    assert_queue(&p, 0, 1, 0);
    assert_queue(&p, 3, 1, 3);
    assert_queue(&p, 4, 0, 0);
    make(&p, made_up_intel);
    assert_int_equal(p.plan.queue_count, 1);
    assert_queue(&p, 0, 0, 0);
}

/* Objects are shared among families only where there are several. */
TEST_CASE(test_sharing)
{
    uint32_t families[GIVK_MAX_FAMILIES], count = 7;
    struct planned p;

    make(&p, made_up_intel);
    assert_int_equal(givk_plan_sharing(&p.plan, families, &count), VK_SHARING_MODE_EXCLUSIVE);
    assert_int_equal(count, 0);
    make(&p, made_up_radeon);
    assert_int_equal(givk_plan_sharing(&p.plan, families, &count), VK_SHARING_MODE_CONCURRENT);
    assert_int_equal(count, 2);
    assert_int_equal(families[0], 1);
    assert_int_equal(families[1], 0);
}

TEST_CASE(test_queues_stay_within_bounds)
{
    struct planned p;

    made_up_h200(&p.facts);
    for (uint32_t i = 0; i < p.facts.family_count; i++) {
        p.facts.families[i].queueCount = 1000;
        p.facts.families[i].queueFlags = VK_QUEUE_COMPUTE_BIT;
    }
    givk_plan_make(&p.facts, "generic", &p.plan);
    assert_int_equal(p.plan.queue_count, 8);
    for (uint32_t i = 0; i < 3; i++)
        givk_plan_add_family(&p.facts, &p.plan, i, 1000);
    assert_int_equal(p.plan.queue_count, GIVK_MAX_QUEUES);
}

/* ---- ranges -------------------------------------------------------------------------------- */

/* CPU devices: by the host, or not at all; never by their sparse buffers. */
TEST_CASE(test_ranges_of_hosts)
{
    static const struct {
        bool host, import, export;
        enum givk_range_method ranges;
    } rows[] = {
        { true, true, true, GIVK_RANGES_HOST },
        { false, true, true, GIVK_RANGES_NONE },
        { true, false, true, GIVK_RANGES_NONE },
        { true, true, false, GIVK_RANGES_NONE },
    };
    struct planned p;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        made_up_llvmpipe(&p.facts);
        p.facts.memory_host.import = rows[i].host;
        p.facts.memory_opaque_fd.import = rows[i].import;
        p.facts.memory_opaque_fd.export = rows[i].export;
        made_up_sparse(&p.facts, 1);
        givk_plan_make(&p.facts, "generic", &p.plan);
        assert_int_equal(p.plan.ranges, rows[i].ranges);
        assert_int_equal(p.plan.why_no_ranges == NULL, rows[i].ranges != GIVK_RANGES_NONE);
        givk_plan_make(&p.facts, "generic+sparse-ranges", &p.plan);      /* for tests */
        assert_int_equal(p.plan.ranges, GIVK_RANGES_SPARSE);
        assert_false(p.plan.sparse.shares);
        givk_plan_make(&p.facts, "generic+sparse-ranges+shared-ranges+range-step=65536", &p.plan);
        assert_true(p.plan.sparse.shares && p.plan.range_step_bytes == 65536);
    }
}

TEST_CASE(test_ranges_by_sparse_buffers)
{
    static const struct {
        bool binding, buffers, aliased;
        uint32_t families;       /* a mask of those that bind */
        enum givk_range_method ranges;
        const char *why_not;
    } rows[] = {
        { true, true, true, 7, GIVK_RANGES_SPARSE, NULL },
        { false, true, true, 7, GIVK_RANGES_NONE, "its driver has no sparse binding" },
        { true, false, true, 7, GIVK_RANGES_NONE,
          "its driver has no sparse buffers (sparseResidencyBuffer)" },
        { true, true, false, 7, GIVK_RANGES_NONE,
          "its driver binds no memory twice (sparseResidencyAliased)" },
        { true, true, true, 0, GIVK_RANGES_NONE, "it has no queue that binds sparse buffers" },
    };
    struct planned p;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        made_up_h200(&p.facts);
        made_up_sparse(&p.facts, rows[i].families);
        p.facts.sparse.binding = rows[i].binding;
        p.facts.sparse.buffers = rows[i].buffers;
        p.facts.sparse.aliased = rows[i].aliased;
        givk_plan_make(&p.facts, NULL, &p.plan);
        assert_int_equal(p.plan.ranges, rows[i].ranges);
        assert_int_equal(p.plan.why_no_ranges == NULL, rows[i].why_not == NULL);
        if (rows[i].why_not != NULL)
            assert_string_equal(p.plan.why_no_ranges, rows[i].why_not);
    }
}

/* As NVIDIA's driver, RADV, and NVK tell it. */
TEST_CASE(test_sizes_of_ranges)
{
    const uint64_t gib = UINT64_C(1) << 30;
    const struct {
        uint64_t buffer, space, size, reserved;
        enum givk_range_limit limit;
    } rows[] = {
        { 1024 * gib, 1024 * gib, 90 * gib, 900 * gib, GIVK_RANGE_FITS },
        { 1024 * gib, 1024 * gib, 1024 * gib, 0, GIVK_RANGE_FITS },
        { 1024 * gib, 1024 * gib, 90 * gib, 950 * gib, GIVK_RANGE_BEYOND_ADDRESSES },
        { 1024 * gib, 1024 * gib, UINT64_MAX, 1, GIVK_RANGE_BEYOND_BUFFERS },
        { 4 * gib - 4, 4 * gib - 4, 32 * gib, 0, GIVK_RANGE_BEYOND_BUFFERS },
        { 4 * gib - 4, 4 * gib - 4, 2 * gib, gib, GIVK_RANGE_FITS },
        { 4 * gib - 4, 4 * gib - 4, 2 * gib, 2 * gib, GIVK_RANGE_BEYOND_ADDRESSES },
        { 2 * gib, 512 * gib, 32 * gib, 0, GIVK_RANGE_BEYOND_BUFFERS },
        { 2 * gib, 512 * gib, 2 * gib, 510 * gib, GIVK_RANGE_FITS },
        { UINT64_MAX, 2 * gib, gib, 3 * gib, GIVK_RANGE_BEYOND_ADDRESSES },
    };
    struct givk_facts facts;

    made_up_h200(&facts);
    made_up_sparse(&facts, 7);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        facts.max_buffer_bytes = rows[i].buffer;
        facts.sparse.most_bytes = rows[i].space;
        assert_int_equal(givk_range_limit(&facts, rows[i].size, rows[i].reserved), rows[i].limit);
    }
}

/* One more queue is opened only if none of the plan's can bind. */
TEST_CASE(test_queues_that_bind)
{
    struct planned p;

    made_up_h200(&p.facts);              /* its plan has two queues of family 2 */
    made_up_sparse(&p.facts, 7);
    givk_plan_make(&p.facts, NULL, &p.plan);
    assert_int_equal(p.plan.sparse.queues, 3);
    assert_false(p.plan.sparse.has_own_queue);
    assert_true(p.plan.sparse.shares && p.plan.open_import_sizes);
    assert_int_equal(p.plan.range_step_bytes, 2 << 20);
    made_up_sparse(&p.facts, 2);
    givk_plan_make(&p.facts, NULL, &p.plan);
    assert_true(p.plan.sparse.has_own_queue && p.plan.sparse.queues == 0);
    assert_int_equal(p.plan.sparse.own_family, 1);
    assert_int_equal(p.plan.queue_count, 2);     /* the core sees no more */
    made_up_radeon(&p.facts);            /* a family that does nothing else */
    p.facts.families[p.facts.family_count++] = (VkQueueFamilyProperties){ .queueCount = 1 };
    made_up_sparse(&p.facts, 8);
    p.facts.sparse.opaque_fd.export = false;
    givk_plan_make(&p.facts, NULL, &p.plan);
    assert_int_equal(p.plan.ranges, GIVK_RANGES_SPARSE);
    assert_true(p.plan.sparse.has_own_queue && p.plan.sparse.own_family == 3);
    assert_false(p.plan.sparse.shares);
}

/* ---- waits --------------------------------------------------------------------------------- */

TEST_CASE(test_waits)
{
    struct planned p;

    make(&p, made_up_h200);
    assert_int_equal(p.plan.spin_ns, 20000);
    assert_true(p.plan.binary_wait_ahead && !p.plan.timeline_wait_ahead);
    assert_true(p.plan.idle_queue_sees_all);
    assert_false(p.plan.wraps_read_only);
    assert_int_equal(p.plan.wait, GIVK_WAIT_WATCHERS);
    make(&p, made_up_radeon);
    assert_int_equal(p.plan.wait, GIVK_WAIT_ANY);
    assert_true(!p.plan.binary_wait_ahead && p.plan.timeline_wait_ahead);
    assert_false(p.plan.idle_queue_sees_all);
    make(&p, made_up_llvmpipe);
    assert_true(p.plan.idle_queue_sees_all);
    assert_int_equal(p.plan.wait, GIVK_WAIT_WATCHERS);
    assert_int_equal(p.plan.spin_ns, 0);
    assert_true(!p.plan.binary_wait_ahead && !p.plan.timeline_wait_ahead);
}

/* ---- copies and fills ---------------------------------------------------------------------- */

static void assert_split(struct givk_split split, uint32_t unit, uint64_t head, uint64_t body,
                         uint64_t tail)
{
    assert_int_equal(split.unit_bytes, unit);
    assert_int_equal(split.head_bytes, head);
    assert_int_equal(split.body_bytes, body);
    assert_int_equal(split.tail_bytes, tail);
}

TEST_CASE(test_copies_by_command)
{
    struct planned p;

    make(&p, made_up_radeon);
    assert_split(givk_plan_copy(&p.plan, 0, 0, 1 << 30, false, 1), 0, 1 << 30, 0, 0);
    make(&p, made_up_h200);
    assert_split(givk_plan_copy(&p.plan, 0, 0, 65535, false, 1), 0, 65535, 0, 0);
    assert_split(givk_plan_copy(&p.plan, 0, 0, 1 << 20, true, 1), 0, 1 << 20, 0, 0);
    assert_split(givk_plan_copy(&p.plan, 1, 0, 1 << 20, false, 1), 0, 1 << 20, 0, 0);
    assert_split(givk_plan_copy(&p.plan, 2, 0, 1 << 20, false, 1), 0, 1 << 20, 0, 0);
}

TEST_CASE(test_copies_by_shader)
{
    struct planned p;

    make(&p, made_up_h200);
    assert_split(givk_plan_copy(&p.plan, 4096, 0, 65536, false, 1), 16, 0, 65536, 0);
    assert_split(givk_plan_copy(&p.plan, 0x1003, 0x2003, 65536, false, 1), 16, 13, 65520, 3);
    assert_split(givk_plan_copy(&p.plan, 0x1004, 0x2000, 65536, false, 1), 4, 0, 65536, 0);
    assert_split(givk_plan_copy(&p.plan, 0x1007, 0x2003, 65536, false, 1), 4, 1, 65532, 3);
}

TEST_CASE(test_a_crowd_of_small_copies)
{
    struct planned p;

    make(&p, made_up_h200);
    assert_split(givk_plan_copy(&p.plan, 0, 0, 4096, false, 15), 0, 4096, 0, 0);
    assert_split(givk_plan_copy(&p.plan, 0, 0, 4096, false, 16), 16, 0, 4096, 0);
    assert_split(givk_plan_copy(&p.plan, 0, 0, 128, false, 16), 0, 128, 0, 0);
    make(&p, made_up_radeon);
    assert_split(givk_plan_copy(&p.plan, 0, 0, 4096, false, 64), 0, 4096, 0, 0);
}

TEST_CASE(test_shaders_ahead)
{
    const uint32_t likely = 1u << GIVK_COPY_16 | 1u << GIVK_FILL_16;
    struct planned p;

    make(&p, made_up_h200);
    assert_int_equal(p.plan.shaders_ahead, likely | 1u << GIVK_COPY_BOX);
    p.facts.byte_storage = false;                /* then there are no shaders for boxes */
    givk_plan_make(&p.facts, NULL, &p.plan);
    assert_int_equal(p.plan.shaders_ahead, likely);
    make(&p, made_up_radeon);
    assert_int_equal(p.plan.shaders_ahead, 0);
}

TEST_CASE(test_splits_add_up)
{
    struct planned p;

    make(&p, made_up_h200);
    p.plan.shader_copy_min_bytes = 1;
    p.plan.shader_fill_min_bytes = 1;
    for (uint64_t dst = 0; dst < 16; dst++) {
        for (uint64_t size = 1; size < 80; size++) {
            struct givk_fill_split fill = givk_plan_fill(&p.plan, dst, size, false);
            struct givk_split copy = givk_plan_copy(&p.plan, dst, dst + 32, size, false, 1);
            uint64_t words = fill.words.head_bytes + fill.words.body_bytes + fill.words.tail_bytes;
            assert_int_equal(copy.head_bytes + copy.body_bytes + copy.tail_bytes, size);
            assert_int_equal(fill.head_bytes + words + fill.tail_bytes, size);
            assert_true(words == 0 || (dst + fill.head_bytes) % 4 == 0);
            assert_int_equal(words % 4, 0);
            assert_true(fill.head_bytes < 4 && fill.tail_bytes < 4);
            assert_true(copy.body_bytes == 0 || (dst + copy.head_bytes) % 16 == 0);
            assert_int_equal(copy.body_bytes % 16, 0);
            if (fill.words.body_bytes != 0)
                assert_int_equal((dst + fill.head_bytes + fill.words.head_bytes) % 16, 0);
        }
    }
}

TEST_CASE(test_fills)
{
    struct planned p;
    struct givk_fill_split fill;

    make(&p, made_up_radeon);
    fill = givk_plan_fill(&p.plan, 3, 1, false);
    assert_int_equal(fill.head_bytes, 1);
    assert_int_equal(fill.tail_bytes, 0);
    assert_split(fill.words, 0, 0, 0, 0);
    fill = givk_plan_fill(&p.plan, 0, 3, false);
    assert_int_equal(fill.head_bytes, 0);
    assert_int_equal(fill.tail_bytes, 3);
    fill = givk_plan_fill(&p.plan, 1, 1 << 20, false);
    assert_int_equal(fill.head_bytes, 3);
    assert_int_equal(fill.tail_bytes, 1);
    assert_split(fill.words, 0, (1 << 20) - 4, 0, 0);
    make(&p, made_up_h200);
    fill = givk_plan_fill(&p.plan, 4, (1 << 20), false);
    assert_split(fill.words, 16, 12, (1 << 20) - 16, 4);
    fill = givk_plan_fill(&p.plan, 4, (1 << 20), true);
    assert_split(fill.words, 0, 1 << 20, 0, 0);
}

/* ---- boxes --------------------------------------------------------------------------------- */

TEST_CASE(test_boxes_go_by_the_shader)
{
    const struct gi_box narrow = { 4096, 100, 1 }, wide = { 1 << 20, 100, 1 }, row = { 4096, 1, 1 };
    struct planned p;

    make(&p, made_up_h200);
    assert_true(givk_plan_box(&p.plan, &narrow, false));
    assert_true(givk_plan_box(&p.plan, &wide, false));
    assert_true(givk_plan_box(&p.plan, &narrow, true));
    assert_false(givk_plan_box(&p.plan, &wide, true));
    assert_false(givk_plan_box(&p.plan, &row, false));
    p.facts.byte_storage = false;
    givk_plan_make(&p.facts, NULL, &p.plan);
    assert_false(givk_plan_box(&p.plan, &narrow, false));
    make(&p, made_up_radeon);
    assert_false(givk_plan_box(&p.plan, &narrow, false));
}

TEST_CASE(test_row_groups_hold_every_row)
{
    for (uint64_t address = 0; address < 17; address++) {
        for (uint64_t width = 1; width < 70; width++) {
            for (uint64_t stride = width; stride < width + 18; stride++) {
                const struct gi_box box = { width, 40, 1 };
                const struct gi_strides strides = { stride, 0 };
                uint64_t most = 0;

                for (uint64_t y = 0; y < 40; y++) {
                    uint64_t begin = address + y * stride;
                    uint64_t groups = (begin + width - 1) / 16 - begin / 16 + 1;

                    most = groups > most ? groups : most;
                }
                assert_true(givk_plan_row_groups(address, &strides, &box) >= most);
                if (stride % 16 == 0)
                    assert_true(givk_plan_row_groups(address, &strides, &box) == most);
            }
        }
    }
}

/* The grid covers the box, and no thread stands idle for a row that is narrower than a group. */
TEST_CASE(test_grids)
{
    static const struct {
        uint64_t row_groups, height, depth;
        struct givk_grid grid;
    } rows[] = {
        { 1, 1000, 1, { 0, { 4, 1, 1 } } },
        { 4, 1000, 3, { 2, { 16, 3, 1 } } },
        { 5, 1000, 1, { 3, { 32, 1, 1 } } },
        { 250, 16384, 1, { 8, { 16384, 1, 1 } } },
        { 257, 16, 2, { 8, { 16, 2, 2 } } },
        { 65536, 16, 1, { 8, { 16, 1, 256 } } },
        { 250, 1 << 20, 1 << 20, { 8, { 65536, 65535, 1 } } },
        { UINT64_C(1) << 31, 2, 1, { 8, { 2, 1, 65535 } } },
    };
    struct planned p;
    struct givk_grid grid;

    make(&p, made_up_h200);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        assert_true(givk_plan_grid(&p.plan, rows[i].row_groups, rows[i].height, rows[i].depth,
                                   &grid));
        assert_int_equal(grid.row_shift, rows[i].grid.row_shift);
        assert_memory_equal(grid.groups, rows[i].grid.groups, sizeof(grid.groups));
    }
    assert_false(givk_plan_grid(&p.plan, 1, UINT64_C(1) << 32, 1, &grid));
    assert_false(givk_plan_grid(&p.plan, 1, 1, UINT64_C(1) << 32, &grid));
    assert_false(givk_plan_grid(&p.plan, UINT64_C(1) << 32, 1, 1, &grid));
}
