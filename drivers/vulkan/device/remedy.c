#include "remedy.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GIVK_LAYER "VK_LAYER_GPUINTEROP_external_semaphore"
#define GIVK_MANIFEST "VkLayer_gpuinterop_external_semaphore.json"

/** The places of the layer's manifest, relative to this library's folder: installed, and in a
 *  build. */
static const char *const givk_layer_places[] = { GIVK_LAYER_INSTALLED, GIVK_LAYER_BUILT };

/** Folders that the loader searches by default. */
static const char *const givk_searched[] = {
    "/usr/share/vulkan/explicit_layer.d",
    "/usr/local/share/vulkan/explicit_layer.d",
    "/etc/vulkan/explicit_layer.d",
};

/** Removes the last component of a path. */
static void givk_to_folder(char *path)
{
    char *slash = strrchr(path, '/');

    if (slash != NULL)
        *slash = '\0';
}

/** Finds the folder of the layer's manifest; false if it is in none of the places. */
static bool givk_find_layer(char folder[static PATH_MAX])
{
    char library[PATH_MAX], path[2 * PATH_MAX];
    Dl_info found;

    if (dladdr(&givk_searched, &found) == 0 || realpath(found.dli_fname, library) == NULL)
        return false;
    givk_to_folder(library);
    for (size_t i = 0; i < sizeof(givk_layer_places) / sizeof(givk_layer_places[0]); i++) {
        snprintf(path, sizeof(path), "%s/%s/" GIVK_MANIFEST, library, givk_layer_places[i]);
        if (realpath(path, folder) == NULL)
            continue;
        givk_to_folder(folder);
        return true;
    }
    return false;
}

static bool givk_is_searched(const char *folder)
{
    for (size_t i = 0; i < sizeof(givk_searched) / sizeof(givk_searched[0]); i++) {
        if (strcmp(folder, givk_searched[i]) == 0)
            return true;
    }
    return false;
}

void givk_remedy_write(char *text, size_t room)
{
    char folder[PATH_MAX], path[PATH_MAX + 32] = "";
    int length;

    text[0] = '\0';
    if (!givk_find_layer(folder))
        return;
    if (!givk_is_searched(folder))
        snprintf(path, sizeof(path), "VK_ADD_LAYER_PATH=%s\n", folder);
    length = snprintf(text, room, "%sVK_INSTANCE_LAYERS=" GIVK_LAYER "\n", path);
    if (length < 0 || (size_t)length >= room)
        text[0] = '\0';          /* a truncated path is useless */
}
