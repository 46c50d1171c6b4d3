#include "prelude.h"

#include "givk_prelude.spv.h"
#include "givk_preludememory.spv.h"

const uint32_t *givk_prelude(enum givk_texture_method textures, uint32_t *out_words)
{
    *out_words = 0;
    if (textures == GIVK_TEXTURES_BINDLESS) {
        *out_words = sizeof(givk_prelude_spv) / sizeof(givk_prelude_spv[0]);
        return givk_prelude_spv;
    }
    if (textures == GIVK_TEXTURES_IN_MEMORY) {
        *out_words = sizeof(givk_preludememory_spv) / sizeof(givk_preludememory_spv[0]);
        return givk_preludememory_spv;
    }
    return NULL;
}
