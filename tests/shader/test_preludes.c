/* Each function of each prelude of the Vulkan driver, linked into one module, which SPIRV-Tools
 * have to take. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "test_cases.h"
#include "../translate/spirv_tools.h"
#include "kernel/translate/spirv/link.h"
#include "vulkan/kernel/prelude.h"

/* A prelude has some 80 names that one function has. */
enum { LEAST = 60, MOST_NAME = 64 };

static void begin(struct gi_spirv *spirv, struct gi_arena *arena)
{
    gi_type nothing;
    gi_id id;

    gi_arena_init(arena, (size_t)64 << 20);
    gi_spirv_init(spirv, arena, GI_SPIRV_1_5);
    gi_spirv_capability(spirv, GiCapabilityInt8);        /* as those who link do */
    nothing = gi_spirv_type_void(spirv);
    id = gi_spirv_function_begin(spirv, GI_NO_ID, nothing,
                                 gi_spirv_type_function(spirv, nothing, NULL, 0),
                                 GiFunctionControlNone);
    gi_spirv_label(spirv, GI_NO_ID);
    gi_spirv_return(spirv);
    gi_spirv_function_end(spirv);
    gi_spirv_execution_mode(spirv, id, GiExecutionModeLocalSize, GI_SPIRV_WORDS(1, 1, 1));
    gi_spirv_entry_point(spirv, id, "main", NULL, 0);
}

/* The names, each of which one function has. */
static uint32_t link_all(struct gi_spirv_linker *linker)
{
    const struct gi_spirv_prelude_index *index = linker->index;
    uint32_t count = 0;

    for (uint32_t i = 0; i < index->name_count; i++) {
        char name[MOST_NAME];

        assert_true(index->names[i].length < MOST_NAME);
        memcpy(name, index->names[i].text, index->names[i].length);
        name[index->names[i].length] = '\0';
        if (strcmp(name, "main") == 0 || gi_spirv_prelude_find(index, name) == 0)
            continue;
        if (gi_spirv_link(linker, name).n == 0)
            fail_msg("%s: %s", name, gi_last_error_detail());
        count++;
    }
    return count;
}

TEST_CASE(each_function_is_valid)
{
    for (int which = 0; which < 4; which++) {
        struct gi_spirv_prelude *prelude = givk_prelude(which & 2 ? GIVK_TEXTURES_IN_MEMORY
                                                                  : GIVK_TEXTURES_BINDLESS,
                                                        which & 1);
        struct gi_spirv_linker linker;
        struct gi_spirv spirv;
        struct gi_arena arena;
        uint32_t *words, count;

        begin(&spirv, &arena);
        gi_spirv_link_init(&linker, &spirv, prelude);
        assert_true(link_all(&linker) >= LEAST);
        assert_int_equal(gi_spirv_finish(&spirv, &words, &count), GI_OK);
        if (spirv_tools_installed() && !spirv_is_valid(words, count))
            fail_msg("prelude %d", which);
        gi_arena_finish(&arena);
    }
}

/* Of several functions of a name none is meant. */
TEST_CASE(a_name_of_several_is_none)
{
    const struct gi_spirv_prelude_index *index;

    assert_int_equal(gi_spirv_prelude_read(givk_prelude(GIVK_TEXTURES_BINDLESS, false), &index),
                     GI_OK);
    assert_int_equal(gi_spirv_prelude_find(index, "gi_tex2D"), 0);
    assert_int_not_equal(gi_spirv_prelude_find(index, "tex_2d_f"), 0);
}
