/* The tables of operations and commands: no kind lacks what is asked of all. */
#include "contract/command.h"

#include <stddef.h>
#include <string.h>

#include "test_cases.h"
#include "kinds.h"

TEST_CASE(every_operation_has_a_table)
{
    for (int kind = 0; kind < KINDS; kind++) {
        assert_non_null(all_kinds[kind]->name);
        assert_non_null(all_kinds[kind]->carry_out);
        assert_non_null(all_kinds[kind]->keep);
        assert_non_null(all_kinds[kind]->drop);
        for (int other = 0; other < kind; other++) {
            assert_string_not_equal(all_kinds[kind]->name, all_kinds[other]->name);
            assert_ptr_not_equal(all_kinds[kind]->carry_out, all_kinds[other]->carry_out);
        }
    }
}

/* A command that writes nothing would do nothing. What may touch anything names no side. */
TEST_CASE(every_command_has_traits)
{
    for (int kind = 0; kind < GI_COMMAND_KINDS; kind++) {
        const struct gi_command_traits *traits = &gi_command_traits[kind];

        assert_non_null(traits->name);
        assert_true((traits->writes == GI_SIDE_NONE) == traits->touches_anything);
        for (int other = 0; other < kind; other++)
            assert_string_not_equal(traits->name, gi_command_traits[other].name);
    }
}

/* What a kind is for: the contract's words (driver.h). */
TEST_CASE(commands_touch_what_the_contract_says)
{
    static const struct {
        enum gi_command_kind kind;
        enum gi_command_side writes, reads;
    } rows[] = {
        { GI_COMMAND_COPY, GI_SIDE_MEMORY, GI_SIDE_MEMORY },
        { GI_COMMAND_FILL, GI_SIDE_MEMORY, GI_SIDE_NONE },
        { GI_COMMAND_IMAGE_BEGIN, GI_SIDE_IMAGE, GI_SIDE_NONE },
        { GI_COMMAND_IMAGE_WRITE, GI_SIDE_IMAGE, GI_SIDE_MEMORY },
        { GI_COMMAND_IMAGE_READ, GI_SIDE_MEMORY, GI_SIDE_IMAGE },
        { GI_COMMAND_IMAGE_COPY, GI_SIDE_IMAGE, GI_SIDE_IMAGE },
        { GI_COMMAND_TIMESTAMP, GI_SIDE_MEMORY, GI_SIDE_NONE },
        { GI_COMMAND_LAUNCH, GI_SIDE_NONE, GI_SIDE_NONE },
    };

    assert_int_equal(sizeof rows / sizeof rows[0], GI_COMMAND_KINDS);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct gi_command command = { .kind = rows[i].kind };
        bool to_image = rows[i].writes == GI_SIDE_IMAGE;
        bool to_memory = rows[i].writes == GI_SIDE_MEMORY;
        bool of_image = rows[i].reads == GI_SIDE_IMAGE;
        bool of_memory = rows[i].reads == GI_SIDE_MEMORY;

        assert_ptr_equal(gi_command_dst(&command), to_memory ? &command.dst : NULL);
        assert_ptr_equal(gi_command_dst_image(&command), to_image ? &command.dst_image : NULL);
        assert_ptr_equal(gi_command_src(&command), of_memory ? &command.src : NULL);
        assert_ptr_equal(gi_command_src_image(&command), of_image ? &command.src_image : NULL);
    }
}
