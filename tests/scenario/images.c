/** Images of a Vulkan program, through one of the two interfaces: a program of its own, since its
 *  images are many. */
#include "images.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image_peer.h"

/** What meson takes for "skipped". */
#define SKIPPED 77

/** On the emulated card RADV copies images by its transfer queue alone (GPUINTEROP_TEST_PEER):
 *  there are no shaders, which other queues copy them by. */
static bool peer_cannot_copy(void)
{
    const char *preloaded = getenv("LD_PRELOAD");

    return preloaded != NULL && strstr(preloaded, "gpuinterop-card") != NULL &&
           getenv("GPUINTEROP_TEST_PEER") == NULL;
}

int main(int argument_count, char **arguments)
{
    const char *why;
    int count;
    int failed = 0;

    if (argument_count > 2 && strcmp(arguments[1], "--image-exporter") == 0)
        return child_that_exports_images(arguments[2]);
    if (argument_count > 2 && strcmp(arguments[1], IMAGE_EXPORTER_ARGUMENT) == 0)
        return image_exporter_child(arguments[2]);
    if (peer_cannot_copy()) {
        printf("skipped: on the emulated card there are no shaders to copy images by\n");
        return SKIPPED;
    }
    if (!peer_start(&why)) {
        printf("skipped: %s\n", why);
        return SKIPPED;
    }
    if (gpuGetDeviceCount(&count) == gpuErrorNoDevice) {
        printf("skipped: no device\n");
        return SKIPPED;
    }
    printf("%s; semaphores of the peer: %s\n", API_NAME,
           peer_has_semaphores() ? "Vulkan's" : "host semaphores");
    if (argument_count > 1 && strcmp(arguments[1], "--dedicated") == 0) {
        failed += run_dedicated_images();
    } else {
        failed += run_image_grid(NULL, 1);
        failed += run_image_hand_over();
        failed += run_image_processes();
        failed += run_image_bad();
    }
    peer_image_stop();
    peer_stop();
    return failed ? 1 : 0;
}
