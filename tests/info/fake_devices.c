/* Devices that do not exist, for gpuinterop-info to describe: every field in use, and names that no
 * text format likes. NO_DEVICES in the environment leaves none. */
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "cards/device_list.h"
#include "clang/places.h"
#include "code/kept_barriers.h"
#include "code/kept_matrices.h"
#include "code/matrix_trial.h"
#include "graphics/resource.h"

static struct gi_device_info infos[2] = {
    {
        .name = "quote \" backslash \\ tab \t bell \a del \x7f caf\xc3\xa9 \xe6\xbc\xa2"
                " bad \xff\xc0\xaf",
        .driver_name = "", .driver_version = "</script>\n",
        .kind = GI_DEVICE_DISCRETE, .vendor_id = 0x10de, .device_id = 0xffffffff,
        .uuid = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255 },
        .has_luid = true, .luid = { 0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10 },
        .has_pci = true, .pci_domain = 0x10000, .pci_bus = 0xc1, .pci_device = 0x1f,
        .pci_function = 7,
        .has_render_node = true, .render_major = 226, .render_minor = 4000000000u,
        .memory_bytes = UINT64_MAX, .max_allocation_bytes = UINT64_MAX - 1, .queue_count = 26,
        .memory_opaque_fd = true, .memory_dma_buf = true, .binary_opaque_fd = true,
        .timeline_opaque_fd = true, .launches = true, .matrices = 21, .may_count_warps = true,
    },
    {
        .name = "second", .driver_name = "none", .kind = GI_DEVICE_INTEGRATED, .queue_count = 1,
        .why_no_memory_opaque_fd = "a \"reason\"", .why_no_memory_dma_buf = "",
        .why_no_binary_opaque_fd = "b", .why_no_timeline_opaque_fd = "c",
        .kernels = { .loop_rounds = 1000, .rounds_remedy = "another driver" },
        .semaphore_remedy = "A_PATH=/a \"folder\"\nLAYERS=a=b\n",
    },
};

gi_status gi_device_count(int *out_count)
{
    *out_count = getenv("NO_DEVICES") != NULL ? 0 : 2;
    return *out_count > 0 ? GI_OK : GI_NO_DEVICE;
}

gi_status gi_device_info(int ordinal, const struct gi_device_info **out_info)
{
    *out_info = &infos[ordinal];
    return GI_OK;
}

/* ---- results of tests, which UNTESTED in the environment leaves out ------------------------- */

bool gi_kept_matrices_read(const struct gi_device_info *info, struct gi_matrix_units *out_found)
{
    *out_found = (struct gi_matrix_units){ .matrices = 5, .turned = 4 };
    return info == &infos[0] && getenv("UNTESTED") == NULL;
}

bool gi_kept_barriers_read(const struct gi_device_info *info, bool *out_counts)
{
    *out_counts = getenv("UNCOUNTED") == NULL;
    return info == &infos[0] && getenv("UNTESTED") == NULL;
}

/* ---- their drivers -------------------------------------------------------------------------- */

static const struct gi_driver new_one = { .name = "new" }, old_one = { .name = "old" },
                              broken_one = { .name = "broken" };

static struct gi_unfit_device unfit = {
    .info = { .name = "third", .has_pci = true, .pci_bus = 9 },
    .why = "/dev/\"node\" cannot be opened: Permission denied",
};

static const char *const absent[] = { "forgotten", NULL };

static struct gi_driver_choice choices[8];

gi_status gi_device_survey(struct gi_driver_survey *out_survey)
{
    *out_survey = (struct gi_driver_survey){
        .facts = {
            { .driver = &new_one, .asked = true, .wanted = true, .infos = infos, .count = 2,
              .unfit = &unfit, .unfit_count = 1 },
            { .driver = &broken_one, .asked = true, .wanted = true, .status = GI_NO_DRIVER,
              .detail = "broken: \"libbroken\" is missing" },
            { .driver = &old_one, .asked = true, .infos = infos, .count = 1 },
        },
        .fact_count = 3, .absent = absent, .order = "new, broken (GPUINTEROP_DRIVER)",
        .choices = choices,
    };
    out_survey->choice_count = gi_driver_plan(out_survey->facts, 3, choices);
    return GI_OK;
}

/* ---- OpenGL --------------------------------------------------------------------------------- */

/* NO_GRAPHICS in the environment has contexts that the library cannot use. */
gi_status gi_graphics_tell(struct gi_graphics_facts *out_facts)
{
    if (getenv("NO_GRAPHICS") != NULL)
        return GI_INVALID_GRAPHICS_CONTEXT;
    *out_facts = (struct gi_graphics_facts){
        .interface = "OpenGL", .device_name = "a \"renderer\"", .version = "9.9 \\ odd",
        .has_uuid = getenv("NO_UUID") == NULL, .takes_memory = true,
        .copies_images = true,
    };
    memcpy(out_facts->uuid, infos[0].uuid, sizeof out_facts->uuid);
    return GI_OK;
}

void gi_graphics_plan_buffers(const struct gi_device_info *info,
                              const struct gi_graphics_facts *facts,
                              struct gi_graphics_plan *out_plan)
{
    (void)facts;
    *out_plan = info == &infos[0]
                    ? (struct gi_graphics_plan){ GI_GRAPHICS_SHADOW, NULL }
                    : (struct gi_graphics_plan){ GI_GRAPHICS_HOST, "of \"something\"" };
}

void gi_graphics_plan_textures(const struct gi_device_info *info,
                               const struct gi_graphics_facts *facts,
                               struct gi_graphics_plan *out_plan)
{
    (void)facts;
    *out_plan = info == &infos[0]
                    ? (struct gi_graphics_plan){ GI_GRAPHICS_PIXELS, "of \"a format\"" }
                    : (struct gi_graphics_plan){ GI_GRAPHICS_HOST, "of \"something\"" };
}

/* No test gives the environment a wrong word. */
void gi_log(enum gi_log_level level, const char *format, ...)
{
    (void)level;
    (void)format;
}

bool gi_places_has_clang(char *out_why)
{
    strcpy(out_why, "no \"clang\"");
    return getenv("NO_CLANG") == NULL;
}

const char *gi_last_error_detail(void)
{
    return "no \"device\"";
}
