#include "prelude.h"

#include "givk_prelude.spv.h"
#include "givk_preludelean.spv.h"
#include "givk_preludememory.spv.h"
#include "givk_preludememorylean.spv.h"

#define PRELUDE(words) { words, sizeof(words) / sizeof((words)[0]) }

static const struct {
    const uint32_t *words;
    uint32_t count;
} preludes[2][2] = {
    { PRELUDE(givk_prelude_spv), PRELUDE(givk_preludelean_spv) },
    { PRELUDE(givk_preludememory_spv), PRELUDE(givk_preludememorylean_spv) },
};

const uint32_t *givk_prelude(enum givk_texture_method textures, bool lean, uint32_t *out_words)
{
    bool in_memory = textures == GIVK_TEXTURES_IN_MEMORY;

    *out_words = 0;
    if (textures == GIVK_TEXTURES_NONE)
        return NULL;
    *out_words = preludes[in_memory][lean].count;
    return preludes[in_memory][lean].words;
}
