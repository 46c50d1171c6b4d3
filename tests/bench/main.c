/* bench_interop: what the library costs, beside the same by hand, in one run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

static void beside_vendor(void)
{
    bench_beside_vendor();
    bench_driver_beside_vendor();
}

static const struct group {
    const char *name;
    void (*measure)(void);
    bool only_if_named;
} groups[] = {
    {"copies", bench_small_copies, false},
    {"host", bench_host_copies, false},
    {"import", bench_import, false},
    {"images", bench_images, false},
    {"semaphores", bench_semaphores, false},
    {"blocked", bench_blocked_stream, false},
    {"others", bench_small_others, false},
    {"device", bench_device_copies, false},
    {"trips", bench_round_trips, false},
    {"flat", bench_flat, false},
    {"growth", bench_growth, false},
    {"ranges", bench_ranges, false},
    {"multicast", bench_multicast, false},
    {"kernels", bench_kernels, false},
    {"graphs", bench_graphs, false},
    {"opengl", bench_opengl, false},
    {"driver", bench_driver, false},
    {"vendor", beside_vendor, false},
    {"start", bench_start, false},
    {"first", bench_first, false},
    {"arrays", bench_arrays_beside_vendor, true},
    {"streams", bench_streams_beside_vendor, true},
    {"drivers", bench_driver_beside_vendor, true},
    {"mappings", bench_ranges_beside_vendor, true},
};
#define GROUP_COUNT (sizeof(groups) / sizeof(groups[0]))

struct options {
    bool json, quick;
    bool wanted[GROUP_COUNT];
    int peer_trips;                  /* not 0: this is the other process of the round trips */
    const char *start_side, *start_uuid;         /* not NULL: this process is timed as a whole */
    char *const *first;              /* not NULL: the words of bench_first_child */
};

static int usage(FILE *to)
{
    fprintf(to, "usage: bench_interop [--json] [--quick] [GROUP...]\n\n"
                "  --json   print JSON instead of a table\n"
                "  --quick  few repeats: shows that all works, the numbers mean little\n\n"
                "groups:");
    for (size_t i = 0; i < GROUP_COUNT; i++)
        fprintf(to, " %s", groups[i].name);
    fprintf(to, "\n\nThe device is the front end's device 0. The group vendor measures the\n"
                "vendor's libcudart in turn with ours, where the loader finds one (.so.13 or\n"
                ".so.12) or GPUINTEROP_VENDOR_CUDART=FILE names it; arrays, which is measured\n"
                "if it is named, does so with copies of many arrays, for choosing between ways\n"
                "to do them: GPUINTEROP_VULKAN_PLAN=nvidia+image-shaders, +image-commands.\n"
                "The group drivers measures libcuda.so.1, or GPUINTEROP_VENDOR_CUDA=FILE.\n"
                "Exit status: 0, 1 if something failed, 2 for wrong arguments, 77 if there is\n"
                "no device.\n");
    return to == stderr ? 2 : 0;
}

static bool want_group(struct options *options, const char *name)
{
    for (size_t i = 0; i < GROUP_COUNT; i++) {
        if (strcmp(groups[i].name, name) == 0) {
            options->wanted[i] = true;
            return true;
        }
    }
    return false;
}

static bool parse(int argc, char **argv, struct options *out)
{
    bool named = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--json") == 0)
            out->json = true;
        else if (strcmp(argv[i], "--quick") == 0)
            out->quick = true;
        else if (strcmp(argv[i], "--peer") == 0 && i + 1 < argc)
            out->peer_trips = atoi(argv[++i]);
        else if (strcmp(argv[i], "--start") == 0 && i + 2 < argc) {
            out->start_side = argv[++i];
            out->start_uuid = argv[++i];
        } else if (strcmp(argv[i], "--first") == 0 && i + 4 < argc) {
            out->first = argv + i + 1;
            i += 4;
        } else if (want_group(out, argv[i]))
            named = true;
        else
            return false;
    }
    for (size_t i = 0; i < GROUP_COUNT && !named; i++)
        out->wanted[i] = !groups[i].only_if_named;
    return true;
}

int main(int argc, char **argv)
{
    struct options options = {0};
    if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0))
        return usage(stdout);
    if (!parse(argc, argv, &options))
        return usage(stderr);
    if (options.peer_trips > 0)
        return bench_peer(BENCH_PEER_WAIT_FD, BENCH_PEER_SIGNAL_FD, options.peer_trips);
    if (options.start_side != NULL)
        return bench_start_child(options.start_side, options.start_uuid);
    if (options.first != NULL)
        return bench_first_child(options.first);
    if (!bench_setup(options.quick))
        return 77;
    for (size_t i = 0; i < GROUP_COUNT; i++) {
        if (options.wanted[i])
            groups[i].measure();
    }
    struct bench_heading heading = {
        .device_name = bench_setting.properties.name,
        .is_cpu = bench_setting.is_cpu,
        .repeats = bench_setting.repeats,
        .vendor = bench_vendor_words(),
    };
    bench_print(options.json, &heading);
    bench_teardown();
    return 0;
}
