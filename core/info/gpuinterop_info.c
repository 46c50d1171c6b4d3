/* gpuinterop-info: lists the devices that programs get from this library and their properties. It
 * says which shared memory and semaphores each can import, and why not the others. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "../base/check.h"
#include "../base/seconds.h"
#include "../cards/device_list.h"
#include "info_cards.h"
#include "info_format.h"
#include "info_gl.h"
#include "info_summary.h"
#include "info_tests.h"

static const char help[] =
    "usage: gpuinterop-info [--json] [--gl]\n"
    "\n"
    "Lists the devices of gpuinterop in the order of their numbers, with driver, UUID, PCI\n"
    "address and DRM render node. For each device it shows which handles of other programs can\n"
    "be imported, and why the rest cannot. Where the driver shares no semaphores, it shows which\n"
    "variables to set for Vulkan programs. It shows what tests of the device have found that ran\n"
    "before its first kernels with products of matrices, or with warps that come to barriers\n"
    "apart. Then it lists the cards: which driver is used for each, and why not the others.\n"
    "\n"
    "  --gl     makes contexts of OpenGL as well, by EGL without a window, and by GLX if there is\n"
    "           a display. For each it shows the device and what it can, and for each pair with a\n"
    "           device above which way registered buffers take, and why not a better one\n"
    "  --json   for programs: one JSON object\n"
    "  --help   this text\n"
    "\n"
    "The table has colours on a terminal, unless NO_COLOR is set.\n"
    "Environment: GPUINTEROP_DRIVER=amdgpu,vulkan chooses and orders drivers;\n"
    "GPUINTEROP_DEVICES chooses and orders devices by number or UUID;\n"
    "GPUINTEROP_LOG=error|info|debug writes more to standard error;\n"
    "GPUINTEROP_CHECK=memory has kernels look at each address before they use it;\n"
    "GPUINTEROP_GL=host has the host copy the buffers of OpenGL;\n"
    "GPUINTEROP_KERNEL_SECONDS=5 ends the context of a kernel that runs longer.\n"
    "Exit status: 0 if there is a device, 1 if there is none, 2 if the arguments are wrong.\n";

/** One type of handle that may be importable. */
struct handle {
    const char *key, *title;
    bool importable;
    const char *why;             /* why it cannot be imported, or "" */
};

enum { HANDLES = 5 };

static void list_handles(const struct gi_device_info *info, struct handle out_handles[HANDLES])
{
    const struct handle all[HANDLES] = {
        { "memory_opaque_fd", "memory, opaque fd", info->memory_opaque_fd,
          info->why_no_memory_opaque_fd },
        { "memory_dma_buf", "memory, dma-buf", info->memory_dma_buf, info->why_no_memory_dma_buf },
        { "binary_semaphore_opaque_fd", "binary semaphore, opaque fd", info->binary_opaque_fd,
          info->why_no_binary_opaque_fd },
        { "timeline_semaphore_opaque_fd", "timeline semaphore, opaque fd",
          info->timeline_opaque_fd, info->why_no_timeline_opaque_fd },
        { "host_semaphore", "host semaphore of gpuinterop or its layer, binary or timeline", true,
          "" },
    };

    memcpy(out_handles, all, sizeof all);
}

static const char *kind_name(enum gi_device_kind kind)
{
    switch (kind) {
    case GI_DEVICE_DISCRETE:
        return "discrete";
    case GI_DEVICE_INTEGRATED:
        return "integrated";
    case GI_DEVICE_CPU:
        return "cpu";
    case GI_DEVICE_OTHER:
        return "other";
    }
    return "other";
}

/** The usual path of a render node; "" if it does not exist or is another device. */
static void write_node_path(const struct gi_device_info *info, char *text, size_t room)
{
    struct stat status;

    snprintf(text, room, "/dev/dri/renderD%" PRIu32, info->render_minor);
    if (stat(text, &status) != 0 || !S_ISCHR(status.st_mode)
        || major(status.st_rdev) != info->render_major
        || minor(status.st_rdev) != info->render_minor)
        text[0] = '\0';
}

/* ---- checks --------------------------------------------------------------------------------- */

static bool asks_for(int word)
{
    return (gi_check_begin() & word) != 0;
}

static double kernel_seconds(void)
{
    return gi_seconds_from_environment("GPUINTEROP_KERNEL_SECONDS");
}

/* ---- for people ----------------------------------------------------------------------------- */

static void print_limit(void)
{
    double seconds = kernel_seconds();

    if (seconds > 0)
        printf("kernels: end their context after %g s (GPUINTEROP_KERNEL_SECONDS)\n", seconds);
    else
        printf("kernels: run without a limit of time (GPUINTEROP_KERNEL_SECONDS)\n");
}

/** Prints how other programs can share semaphores that the driver does not share. */
static void print_remedy(const struct gi_device_info *info)
{
    const char *line = info->semaphore_remedy;

    if (info->binary_opaque_fd && info->timeline_opaque_fd)
        return;
    if (line[0] == '\0') {
        printf("  remedy      the Vulkan layer of gpuinterop would let programs share semaphores;\n"
               "              it is not installed with this library: build with -Dlayer=enabled\n");
        return;
    }
    printf("  remedy      Vulkan programs can share semaphores on this device if they run with\n");
    for (const char *end; (end = strchr(line, '\n')) != NULL; line = end + 1)
        printf("                %.*s\n", (int)(end - line), line);
}

/** Prints what a driver's limit of loops means for kernels. */
static void print_loops(const struct gi_translate_target *target)
{
    if (target->loop_rounds == 0)
        return;
    printf("  loops       the driver ends all loops of a thread after %" PRIu32 " rounds;\n"
           "              a kernel with more fails (error 719)\n", target->loop_rounds);
    if (target->rounds_remedy != NULL)
        printf("  remedy      %s\n", target->rounds_remedy);
}

static void print_device(int ordinal, const struct gi_device_info *info)
{
    struct handle handles[HANDLES];
    char uuid[INFO_UUID_BYTES], pci[INFO_PCI_BYTES], path[64];

    info_write_uuid(info->uuid, uuid);
    printf("%sdevice %d: %s%s\n", info_colour(INFO_BOLD), ordinal, info->name,
           info_colour(INFO_PLAIN));
    printf("  driver      %s %s\n", info->driver_name, info->driver_version);
    printf("  type        %s, vendor 0x%04" PRIx32 ", device 0x%04" PRIx32 "\n",
           kind_name(info->kind), info->vendor_id, info->device_id);
    printf("  UUID        %s\n", uuid);
    if (info->has_pci) {
        info_write_pci(info, pci, sizeof pci);
        printf("  PCI         %s\n", pci);
    } else {
        printf("  PCI         none\n");
    }
    if (info->has_render_node) {
        write_node_path(info, path, sizeof path);
        printf("  DRM node    %" PRIu32 ":%" PRIu32 " %s\n", info->render_major,
               info->render_minor, path[0] != '\0' ? path : "(not in /dev/dri)");
    } else {
        printf("  DRM node    none\n");
    }
    printf("  memory      %.1f GiB, at most %.1f GiB in one piece\n",
           (double)info->memory_bytes / (1u << 30),
           (double)info->max_allocation_bytes / (1u << 30));
    printf("  queues      %" PRIu32 "\n", info->queue_count);
    print_loops(&info->kernels);
    info_print_tests(info);
    printf("  imports\n");
    list_handles(info, handles);
    for (int i = 0; i < HANDLES; i++) {
        printf("    %s%-3s%s %s", info_colour(handles[i].importable ? INFO_GREEN : INFO_RED),
               handles[i].importable ? "yes" : "no", info_colour(INFO_PLAIN), handles[i].title);
        if (!handles[i].importable)
            printf(": %s", handles[i].why[0] != '\0' ? handles[i].why : "no reason known");
        printf("\n");
    }
    print_remedy(info);
}

static int print_all(int count, bool with_gl)
{
    if (count == 0)
        printf("no device: %s\n", gi_last_error_detail());
    for (int i = 0; i < count; i++) {
        const struct gi_device_info *info;

        if (gi_device_info(i, &info) != GI_OK) {
            fprintf(stderr, "gpuinterop-info: device %d: %s\n", i, gi_last_error_detail());
            return 1;
        }
        if (i > 0)
            printf("\n");
        print_device(i, info);
    }
    info_print_cards();
    printf("\nchecks: %s%s (GPUINTEROP_CHECK)\n", asks_for(GI_CHECK_MEMORY) ? "memory" : "none",
           asks_for(GI_CHECK_EXIT) ? ", exit" : "");
    print_limit();
    if (with_gl)
        info_print_gl(count);
    info_print_summary(count);
    return count > 0 ? 0 : 1;
}

/* ---- for programs --------------------------------------------------------------------------- */

static void json_field(const char *key, const char *text)
{
    printf("      \"%s\": ", key);
    info_json_string(text);
    printf(",\n");
}

static void json_number(const char *key, uint64_t value)
{
    printf("      \"%s\": %" PRIu64 ",\n", key, value);
}

static void json_places(const struct gi_device_info *info)
{
    char text[64];

    if (info->has_luid)
        printf("      \"luid\": \"%02x%02x%02x%02x%02x%02x%02x%02x\",\n", info->luid[0],
               info->luid[1], info->luid[2], info->luid[3], info->luid[4], info->luid[5],
               info->luid[6], info->luid[7]);
    else
        printf("      \"luid\": null,\n");
    if (info->has_pci) {
        info_write_pci(info, text, sizeof text);
        json_field("pci", text);
    } else {
        printf("      \"pci\": null,\n");
    }
    if (info->has_render_node) {
        write_node_path(info, text, sizeof text);
        printf("      \"drm_node\": {\"major\": %" PRIu32 ", \"minor\": %" PRIu32 ", \"path\": ",
               info->render_major, info->render_minor);
        if (text[0] != '\0')
            info_json_string(text);
        else
            printf("null");
        printf("},\n");
    } else {
        printf("      \"drm_node\": null,\n");
    }
}

/** Prints the environment variables of a remedy. */
static void json_remedy(const char *line)
{
    char text[sizeof((struct gi_device_info *)0)->semaphore_remedy], *name = text, *value, *end;

    if (line[0] == '\0') {
        printf("null");
        return;
    }
    snprintf(text, sizeof text, "%s", line);
    printf("{");
    for (; (end = strchr(name, '\n')) != NULL; name = end + 1) {
        value = strchr(name, '=');
        *value++ = '\0';
        *end = '\0';
        printf("%s\"%s\": ", name > text ? ", " : "", name);
        info_json_string(value);
    }
    printf("}");
}

static void json_device(int ordinal, const struct gi_device_info *info)
{
    struct handle handles[HANDLES];
    char uuid[INFO_UUID_BYTES], driver_uuid[INFO_UUID_BYTES];

    info_write_uuid(info->uuid, uuid);
    info_write_uuid(info->driver_uuid, driver_uuid);
    printf("    {\n");
    json_number("ordinal", (uint64_t)ordinal);
    json_field("name", info->name);
    json_field("driver", info->driver_name);
    json_field("driver_version", info->driver_version);
    json_field("type", kind_name(info->kind));
    json_number("vendor_id", info->vendor_id);
    json_number("device_id", info->device_id);
    json_field("uuid", uuid);
    json_field("driver_uuid", driver_uuid);
    json_places(info);
    json_number("memory_bytes", info->memory_bytes);
    json_number("max_allocation_bytes", info->max_allocation_bytes);
    json_number("queues", info->queue_count);
    json_number("loop_rounds", info->kernels.loop_rounds);
    info_json_tests(info);
    printf("      \"imports\": {");
    list_handles(info, handles);
    for (int i = 0; i < HANDLES; i++) {
        printf("%s\n        \"%s\": {\"importable\": %s, \"why_not\": ", i > 0 ? "," : "",
               handles[i].key, handles[i].importable ? "true" : "false");
        if (handles[i].importable)
            printf("null");
        else
            info_json_string(handles[i].why);
        printf("}");
    }
    printf("\n      },\n      \"remedy\": ");
    json_remedy(info->semaphore_remedy);
    printf("\n    }");
}

static int json_all(int count, bool with_gl)
{
    int status = count > 0 ? 0 : 1;

    printf("{\n  \"error\": ");
    if (count > 0)
        printf("null");
    else
        info_json_string(gi_last_error_detail());
    printf(",\n  \"devices\": [");
    for (int i = 0; i < count; i++) {
        const struct gi_device_info *info;

        if (gi_device_info(i, &info) != GI_OK) {
            status = 1;
            break;
        }
        printf("%s\n", i > 0 ? "," : "");
        json_device(i, info);
    }
    printf("%s],\n", count > 0 ? "\n  " : "");
    printf("  \"checks\": {\"memory\": %s, \"exit\": %s},\n",
           asks_for(GI_CHECK_MEMORY) ? "true" : "false",
           asks_for(GI_CHECK_EXIT) ? "true" : "false");
    printf("  \"kernel_seconds\": %g,\n", kernel_seconds());
    if (with_gl)
        info_json_gl(count);
    info_json_cards();
    printf("}\n");
    return status;
}

int main(int argc, char **argv)
{
    bool json = false, with_gl = false;
    int count = 0;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--json") == 0) {
            json = true;
        } else if (strcmp(argv[i], "--gl") == 0) {
            with_gl = true;
        } else if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            fputs(help, stdout);
            return 0;
        } else {
            fprintf(stderr, "gpuinterop-info: unknown argument %s\n%s", argv[i], help);
            return 2;
        }
    }
    if (gi_device_count(&count) != GI_OK)
        count = 0;
    int status = json ? json_all(count, with_gl) : print_all(count, with_gl);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("gpuinterop-info");
        return 1;
    }
    return status;
}
