/** Runs every scenario of one interface on the first device that the peer can share with. */
#include "scenario.h"

#include <stdio.h>
#include <string.h>

#include "vulkan_peer.h"

/** What meson takes for "skipped". */
#define SKIPPED 77

/** Not all drivers have them. */
static bool has_images(void)
{
    gpuDeviceProp properties;

    if (gpuGetDeviceProperties(&properties, 0) == gpuSuccess && properties.maxTexture2D[0] > 0)
        return true;
    printf("arrays and textures are left out: the device has none\n");
    return false;
}

/** Makes the peer's device the current one and begins to use it: what a library opens once is no
 *  leak of a case. Returns its number, or -1 if the library does not have it. */
static int begin_on_the_peers_device(int count)
{
    gpuDeviceProp properties;
    void *memory;

    for (int i = 0; i < count; i++) {
        if (gpuGetDeviceProperties(&properties, i) != gpuSuccess ||
            memcmp(&properties.uuid, peer_uuid(), sizeof properties.uuid) != 0)
            continue;
        if (gpuSetDevice(i) == gpuSuccess && gpuMalloc(&memory, 16) == gpuSuccess)
            (void)gpuFree(memory);
        return i;
    }
    return -1;
}

/* What a program of this scenario does for another one, by its first word. */
static const struct {
    const char *word;
    int (*run)(void);
} children[] = {
    { "--no-driver", child_without_driver },
    { "--no-device", child_without_device },
    { "--open", child_that_opens },
    { "--export", child_that_exports },
    { "--export-and-stop", child_that_exports_and_stops },
    { "--event", child_with_event },
    { "--pool", child_with_pool },
    { "--share-pool", child_that_shares_a_pool },
    { "--import", child_that_imports },
};

int main(int argument_count, char **arguments)
{
    const char *why;
    int count;
    int failed = 0;

    for (size_t i = 0; argument_count > 1 && i < sizeof children / sizeof children[0]; i++)
        if (strcmp(arguments[1], children[i].word) == 0)
            return children[i].run();
    if (!peer_start(&why)) {
        printf("skipped: %s\n", why);
        return SKIPPED;
    }
    if (gpuGetDeviceCount(&count) == gpuErrorNoDevice) {
        printf("skipped: no device\n");
        return SKIPPED;
    }
    printf("%s; device of the peer: %d; semaphores of the peer: %s; library of %s\n", API_NAME,
           begin_on_the_peers_device(count), peer_has_semaphores() ? "Vulkan's" : "host semaphores",
           library_is_ours() ? "gpuinterop" : "others");
    failed += run_basics();
    failed += run_copies();
    failed += run_own_copies();
    failed += run_copy_bounds();
    failed += run_streams();
    failed += run_interop();
    failed += run_semaphores();
    failed += run_answers();
    failed += run_registration();
    failed += run_bad_arguments();
    failed += run_bad_interop();
    failed += run_import_files();
    failed += run_pools();
    failed += run_memory();
    failed += run_attribute_widths();
    failed += run_devices();
    failed += run_freeing();
    if (has_images()) {
        failed += run_arrays();
        failed += run_array_copies();
        failed += run_array_runs();
        failed += run_copy_bounds_arrays();
        failed += run_textures();
    }
    failed += run_only_here();
    failed += run_processes();
    failed += run_ipc();
    failed += run_ipc_events();
    failed += run_ipc_pools();
    failed += run_ipc_trust();
    failed += run_ipc_users();
    failed += run_ipc_pool_peers();
    failed += run_trust();
    peer_stop();
    return failed ? 1 : 0;
}
