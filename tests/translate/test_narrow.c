/* Which registers of addresses become 32 bits wide. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "test_cases.h"
#include "kernel/translate/analyse/narrow.h"

static const char head[] =
    ".version 7.4\n.target sm_75\n.address_size 64\n"
    ".visible .entry k(.param .u64 p, .param .u32 n)\n{\n"
    ".reg .b64 %rd<40>;\n.reg .b32 %r<10>;\n.reg .pred %p<4>;\n"
    ".shared .align 4 .b8 tile[4096];\n.local .align 8 .b8 own[64];\n";

/* Each line of names: the registers of 64 bits that are 32 bits wide behind it, and no others. */
static const struct {
    const char *what, *lines, *narrow;
} cases[] = {
    { "an address in shared memory",
      "mov.u32 %r1, %tid.x;\nmul.wide.u32 %rd1, %r1, 132;\nmov.u64 %rd2, tile;\n"
      "add.s64 %rd3, %rd2, %rd1;\nst.shared.u32 [%rd3+4], %r1;\n", "%rd1 %rd2 %rd3" },
    { "all that can be narrow",
      "mov.u32 %r1, %tid.x;\ncvt.u64.u32 %rd1, %r1;\nshl.b64 %rd2, %rd1, 2;\n"
      "mad.wide.s32 %rd3, %r1, 4, %rd2;\nmul.lo.s64 %rd4, %rd3, 4;\nsub.s64 %rd5, %rd4, %rd1;\n"
      "and.b64 %rd6, %rd5, -4;\nsetp.eq.s32 %p1, %r1, 0;\nselp.b64 %rd7, %rd6, %rd1, %p1;\n"
      "mov.b64 %rd8, %rd7;\natom.shared.add.u32 %r2, [%rd8], 1;\n",
      "%rd1 %rd2 %rd3 %rd4 %rd5 %rd6 %rd7 %rd8" },
    { "local memory",
      "mov.u64 %rd1, own;\nst.local.u64 [%rd1], %rd1;\nmov.u64 %rd2, own;\n"
      "st.local.u32 [%rd2], 1;\n", "%rd2" },
    { "global memory",
      "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 4;\n"
      "add.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r1;\n"
      "st.shared.u32 [%rd2], %r1;\n", "" },
    { "an upper half that is read",
      "mov.u64 %rd1, tile;\nst.shared.u32 [%rd1], 1;\nshr.u64 %rd2, %rd1, 32;\n"
      "mov.u64 %rd3, tile;\nst.shared.u32 [%rd3], 2;\nsetp.lt.u64 %p1, %rd3, 8;\n", "" },
    { "a generic address",
      "mov.u64 %rd1, tile;\ncvta.shared.u64 %rd2, %rd1;\nst.u32 [%rd2], 1;\n"
      "st.shared.u32 [%rd1], 1;\n", "" },
    { "an address that was loaded",
      "ld.param.u64 %rd1, [p];\nadd.s64 %rd2, %rd1, 4;\nst.shared.u32 [%rd2], 1;\n", "" },
    { "a carry, and a value of two words",
      "mov.u32 %r1, %tid.x;\nmov.b64 %rd1, {%r1, %r1};\nst.shared.u32 [%rd1], 1;\n"
      "mov.u64 %rd2, tile;\nadd.cc.u64 %rd3, %rd2, 4;\nst.shared.u32 [%rd3], 1;\n", "" },
    { "a loop whose last step is wide",
      "mov.u64 %rd1, tile;\nL:\nst.shared.u32 [%rd1], 1;\nadd.s64 %rd2, %rd1, 4;\n"
      "mov.b64 %rd1, %rd2;\nsetp.lt.u64 %p1, %rd2, 64;\n@%p1 bra L;\n", "" },
};

/* Parses and narrows a body; writes the names of the registers that became narrow. */
static void narrow(const char *lines, char *names, size_t size)
{
    static char text[1 << 20];
    struct gi_ptx_module *module;
    struct gi_ptx_body *body, *before;
    struct gi_arena arena;
    size_t used = 0;

    assert_true((size_t)snprintf(text, sizeof text, "%s%sret;\n}\n", head, lines) < sizeof text);
    gi_arena_init(&arena, 64 << 20);
    assert_int_equal(gi_ptx_parse(&arena, text, strlen(text), &module), GI_OK);
    assert_int_equal(gi_ptx_parse_body(&arena, module, module->functions[0], &before), GI_OK);
    assert_int_equal(gi_ptx_parse_body(&arena, module, module->functions[0], &body), GI_OK);
    assert_int_equal(gi_ptx_narrow(&arena, module->functions[0], body), GI_OK);
    names[0] = '\0';
    for (uint32_t i = 1; i < 40; i++) {
        char name[8];

        snprintf(name, sizeof name, "%%rd%u", i);
        for (uint32_t k = 0; k < body->instruction_count; k++) {
            const struct gi_ptx_instruction *line = &body->instructions[k];
            uint32_t index;

            if (line->operand_count == 0 || line->operands[0].kind != GI_PTX_REGISTER)
                continue;
            index = line->operands[0].index;
            if (body->registers[index].type == before->registers[index].type
                || strncmp(line->operands[0].name.start, name, strlen(name)) != 0
                || line->operands[0].name.length != strlen(name))
                continue;
            assert_int_equal(gi_ptx_type_bytes(body->registers[index].type), 4);
            used += (size_t)snprintf(names + used, size - used, "%s%s", used ? " " : "", name);
            break;
        }
    }
    gi_arena_finish(&arena);
}

TEST_CASE(registers_become_narrow)
{
    char names[400];

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        narrow(cases[i].lines, names, sizeof names);
        if (strcmp(names, cases[i].narrow) != 0)
            print_error("%s\n", cases[i].what);
        assert_string_equal(names, cases[i].narrow);
    }
}
