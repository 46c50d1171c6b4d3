/** The grid of images through kernels: images of a Vulkan program and arrays of the library's own,
 *  made by one of the two interfaces; a test's kernel samples and stores through their objects. It
 *  runs on the library's own device, so the library is linked into this program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grid_shader.h"
#include "images.h"
#include "rig.h"

#define SKIPPED 77

static bool everything_was_done(unsigned step)
{
    printf("%u textures and %u surfaces, %u textures of blocks refused\n", shader_counts.textures,
           shader_counts.surfaces, shader_counts.refused);
    return shader_counts.textures * step > 20000 && shader_counts.surfaces * step > 3000
        && (shader_counts.refused == 0 || !rig_is_bindless());
}

int main(int argument_count, char **arguments)
{
    const char *share = getenv("GPUINTEROP_TEST_SHARE"), *why;
    bool is_half = share != NULL && strcmp(share, "2") == 0;
    unsigned step = 1;
    int failed;

    if (argument_count > 2 && strcmp(arguments[1], IMAGE_EXPORTER_ARGUMENT) == 0)
        return image_exporter_child(arguments[2]);
    if (!peer_start(&why)) {
        printf("skipped: %s\n", why);
        return SKIPPED;
    }
    if (!rig_open(&rig_glsl, &why)) {
        printf("skipped: %s\n", why);
        peer_stop();
        return SKIPPED;
    }
    if (rig_compiles_formats())
        step = 3;                /* or a minute goes into that */
    if (is_half)
        step *= 2;
    printf("%s, one format in %u of each kind\n", API_NAME, step);
    failed = run_image_grid(shader_shade, step);
    failed += !everything_was_done(step);
    rig_close();
    peer_image_stop();
    peer_stop();
    return failed ? 1 : 0;
}
