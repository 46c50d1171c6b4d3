#include "info_summary.h"

#include <stdbool.h>
#include <stdio.h>

#include "../cards/device_list.h"
#include "../clang/places.h"

/* Devices that can do something. */
struct counts {
    int kernels, memory, semaphores, by_layer;
};

static void count_device(struct counts *counts, const struct gi_device_info *info)
{
    bool shares = info->binary_opaque_fd && info->timeline_opaque_fd;

    counts->kernels += info->launches;
    counts->memory += info->memory_opaque_fd;
    counts->semaphores += shares;
    counts->by_layer += !shares && info->semaphore_remedy[0] != '\0';
}

void info_print_summary(int count)
{
    struct counts counts = { 0 };
    const struct gi_device_info *info;
    char why[GI_PLACES_WHY];

    for (int i = 0; i < count; i++) {
        if (gi_device_info(i, &info) == GI_OK)
            count_device(&counts, info);
    }
    printf("\n");
    if (count == 0)
        printf("install     a Vulkan driver; Mesa's for the CPU is in mesa-vulkan-drivers (Debian, "
               "Ubuntu,\n            Fedora) or vulkan-swrast (Arch)\n");
    if (!gi_places_has_clang(why))
        printf("install     clang, which compiles kernels in CUDA and HIP: %s\n", why);
    if (count == 0) {
        printf("in short    no CUDA or HIP program runs on this machine yet\n");
        return;
    }
    printf("in short    of %d device%s %d run%s kernels, %d share%s memory and %d semaphores with "
           "Vulkan programs", count, count == 1 ? "" : "s", counts.kernels,
           counts.kernels == 1 ? "s" : "", counts.memory, counts.memory == 1 ? "s" : "",
           counts.semaphores);
    if (counts.by_layer > 0)
        printf(", %d more with the layer", counts.by_layer);
    printf("\n");
}
