/* What is decided for cards that this machine does not have. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "plan.h"

/** A desktop card of 2020. */
static struct giamd_facts navi21(void)
{
    return (struct giamd_facts){
        .name = "AMD Radeon RX 6800 XT", .vendor_id = 0x1002, .device_id = 0x73bf,
        .pci_domain = 0, .pci_bus = 3, .pci_device = 0, .pci_function = 0,
        .render_major = 226, .render_minor = 128,
        .drm_major = 3, .drm_minor = 49, .timeline_syncobj = true,
        .family = 143, .external_revision = 0x29, .dma_rings = 3,
        .dma_major = 5, .dma_minor = 2, .dma_discovered = 0x050200, .ib_start_alignment = 256,
        .vram_bytes = UINT64_C(16) << 30, .gtt_bytes = UINT64_C(15) << 30,
        .vram_most_bytes = UINT64_C(12) << 30, .gtt_most_bytes = UINT64_C(11) << 30,
        .va_begin = 0x200000, .va_end = UINT64_C(1) << 47, .fragment_bytes = 2 << 20,
        .clock_khz = 100000, .compute_units = 72, .subgroup_size = 32,
    };
}

static struct giamd_plan plan_of(const struct giamd_facts *facts)
{
    struct giamd_plan plan;
    char why[GIAMD_WHY_BYTES];

    if (!giamd_plan_make(facts, &plan, why))
        fail_msg("%s", why);
    assert_string_equal(why, "");
    return plan;
}

static void refused(const struct giamd_facts *facts, const char *because)
{
    struct giamd_plan plan;
    char why[GIAMD_WHY_BYTES];

    assert_false(giamd_plan_make(facts, &plan, why));
    if (strstr(why, because) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", why, because);
}

static void a_desktop_card(void **state)
{
    struct giamd_facts facts = navi21();
    struct giamd_plan plan = plan_of(&facts);

    (void)state;
    assert_int_equal(plan.sdma.major, 5);
    assert_int_equal(plan.sdma.minor, 2);
    assert_int_equal(plan.ring_count, 2);
    assert_int_equal(plan.rings[0], 0);
    assert_int_equal(plan.rings[1], 1);
    assert_true(plan.host_addresses);
    assert_false(plan.device_memory_in_gtt);
    assert_int_equal(plan.device_most_bytes, facts.vram_most_bytes);
    assert_int_equal(plan.host_most_bytes, facts.gtt_most_bytes);
    assert_int_equal(plan.fragment_bytes, 2 << 20);
}

static void kernel_floors(void **state)
{
    struct giamd_facts facts = navi21();

    (void)state;
    facts.drm_minor = 38;
    plan_of(&facts);
    facts.drm_minor = 37;
    refused(&facts, "3.37");
    facts = navi21();
    facts.drm_major = 4;
    refused(&facts, "4.49");
    facts = navi21();
    facts.timeline_syncobj = false;
    refused(&facts, "timeline");
    facts = navi21();
    facts.ib_start_alignment = 8192;
    refused(&facts, "8192");
}

static void rings(void **state)
{
    struct giamd_facts facts = navi21();
    struct giamd_plan plan;

    (void)state;
    facts.dma_rings = 0;
    refused(&facts, "no ring");
    facts.dma_rings = 4;
    plan = plan_of(&facts);
    assert_int_equal(plan.ring_count, 1);
    assert_int_equal(plan.rings[0], 2);
    facts.dma_rings = 0xff;
    plan = plan_of(&facts);
    assert_int_equal(plan.ring_count, GIAMD_MAX_RINGS);
}

/** By the discovery table where the kernel has it, by the block's number, by the family. */
static void engine_versions(void **state)
{
    static const struct {
        uint32_t discovered, major, minor, family, revision;
        uint32_t expected_major, expected_minor;
    } rows[] = {
        { 0x040000, 4, 0, 141, 1, 4, 0 },
        { 0x050000, 0, 0, 143, 3, 5, 0 },
        { 0x050205, 5, 2, 143, 0x29, 5, 2 },
        { 0x060000, 6, 0, 145, 1, 6, 0 },
        { 0x060100, 6, 1, 150, 0x11, 6, 1 },
        { 0x070001, 7, 0, 152, 0x50, 7, 0 },
        { 0, 4, 1, 142, 1, 4, 1 },
        { 0, 0, 0, 130, 1, 2, 4 },
        { 0, 0, 0, 130, 19, 2, 4 },
        { 0, 0, 0, 130, 20, 3, 0 },
        { 0, 0, 0, 130, 0x50, 3, 0 },
        { 0, 0, 0, 135, 1, 3, 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct giamd_facts facts = navi21();
        struct giamd_plan plan;
        facts.dma_discovered = rows[i].discovered;
        facts.dma_major = rows[i].major;
        facts.dma_minor = rows[i].minor;
        facts.family = rows[i].family;
        facts.external_revision = rows[i].revision;
        plan = plan_of(&facts);
        assert_int_equal(plan.sdma.major, rows[i].expected_major);
        assert_int_equal(plan.sdma.minor, rows[i].expected_minor);
    }
}

static void unknown_engines(void **state)
{
    struct giamd_facts facts = navi21();

    (void)state;
    facts.dma_discovered = 0x080000;
    refused(&facts, "SDMA 8.0");
    facts.dma_discovered = 0;
    facts.dma_major = facts.dma_minor = 0;
    facts.family = 125;
    refused(&facts, "family 125");
}

static void memory(void **state)
{
    struct giamd_facts facts = navi21();
    struct giamd_plan plan;

    (void)state;
    facts.va_end = UINT64_C(1) << 40;
    plan = plan_of(&facts);
    assert_false(plan.host_addresses);
    facts = navi21();
    facts.fragment_bytes = 0;
    plan = plan_of(&facts);
    assert_int_equal(plan.fragment_bytes, GIAMD_PAGE_BYTES);
    facts = navi21();
    facts.is_apu = true;
    facts.vram_bytes = facts.vram_most_bytes = 512 << 20;
    plan = plan_of(&facts);
    assert_true(plan.device_memory_in_gtt);
    assert_int_equal(plan.device_most_bytes, facts.gtt_most_bytes);
}

static void identity(void **state)
{
    static const uint8_t uuid[16] = { 1, 0, 0, 0, 3, 0, 0, 0, 0x1f, 0, 0, 0, 7, 0, 0, 0 };
    static const uint8_t driver_uuid[16] = "AMD-MESA-DRV";
    struct giamd_facts facts = navi21();
    struct gi_device_info info;

    (void)state;
    facts.pci_domain = 1;
    facts.pci_device = 0x1f;
    facts.pci_function = 7;
    struct giamd_plan plan = plan_of(&facts);
    giamd_plan_info(&facts, &plan, &info);
    assert_memory_equal(info.uuid, uuid, 16);
    assert_memory_equal(info.driver_uuid, driver_uuid, 16);
    assert_true(info.has_pci && info.has_render_node);
    assert_int_equal(info.pci_bus, 3);
    assert_int_equal(info.render_minor, 128);
    assert_string_equal(info.name, "AMD Radeon RX 6800 XT");
    assert_string_equal(info.driver_name, "amdgpu");
    assert_string_equal(info.driver_version, "3.49, SDMA 5.2");
    assert_int_equal(info.timestamp_period_fs, 10000000);
    assert_true(info.timestamp_calibration);
    facts.name[0] = '\0';
    facts.clock_khz = 0;
    giamd_plan_info(&facts, &plan, &info);
    assert_string_equal(info.name, "AMD device 0x73bf");
    assert_int_equal(info.timestamp_period_fs, 0);
    assert_false(info.timestamp_calibration);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_desktop_card),
        cmocka_unit_test(kernel_floors),
        cmocka_unit_test(rings),
        cmocka_unit_test(engine_versions),
        cmocka_unit_test(unknown_engines),
        cmocka_unit_test(memory),
        cmocka_unit_test(identity),
    };

    return cmocka_run_group_tests_name("plan", tests, NULL, NULL);
}
