#include "matrix_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct writer {
    char *text;
    size_t room, length;
};

__attribute__((format(printf, 2, 3)))
static void say(struct writer *writer, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    writer->length += (size_t)vsnprintf(writer->text + writer->length,
                                        writer->room - writer->length, format, arguments);
    va_end(arguments);
}

/* The registers of a matrix: of 32 bits, f32, or f64 of two words. */
struct registers {
    char name;                  /* a, b, c; and f or d in front */
    char sort;                  /* r, f or d */
    uint32_t count, at;         /* its first word of the thread's */
};

static struct registers registers_of(char name, enum matrix_elements of, uint32_t words,
                                     uint32_t at)
{
    char sort = of == OF_F64 ? 'd' : of == OF_F32 ? 'f' : 'r';

    return (struct registers){ name, sort, words / (of == OF_F64 ? 2 : 1), at };
}

static void access(struct writer *writer, const struct registers *registers, bool load)
{
    static const char *const types[] = { "b32", "f32", "f64" };
    const char *type = types[registers->sort == 'r' ? 0 : registers->sort == 'f' ? 1 : 2];
    uint32_t bytes = registers->sort == 'd' ? 8 : 4;

    for (uint32_t i = 0; i < registers->count; i++) {
        if (load)
            say(writer, "ld.global.%s %%%c%c%u, [%%l0+%u];\n", type, registers->sort,
                registers->name, i, registers->at * 4 + i * bytes);
        else
            say(writer, "st.global.%s [%%l0+%u], %%%c%c%u;\n", type,
                registers->at * 4 + i * bytes, registers->sort, registers->name, i);
    }
}

static void list(struct writer *writer, const struct registers *registers)
{
    for (uint32_t i = 0; i < registers->count; i++)
        say(writer, "%s%%%c%c%u", i ? ", " : "{", registers->sort, registers->name, i);
    say(writer, "}");
}

static void instruct(struct writer *writer, const struct matrix_form *form,
                     const struct registers *all)
{
    say(writer, "%s ", form->spelling);
    list(writer, &all[3]);
    for (int i = 0; i < 3; i++) {
        say(writer, ", ");
        list(writer, &all[i]);
    }
    if (form->sparse)
        say(writer, ", %%e, %u", form->selector);
    say(writer, ";\n");
}

struct matrix_form matrix_other_selector(const struct matrix_form *form)
{
    struct matrix_form other = *form;

    other.selector = (other.selector + 1) % matrix_selectors(form);
    return other;
}

void matrix_text(const struct matrix_form *form, enum matrix_flow flow, char *text, size_t room)
{
    struct writer writer = { text, room, 0 };
    struct registers all[4] = {
        registers_of('a', form->a == OF_TF32 ? OF_B1 : form->a, matrix_a_words(form), 0),
        registers_of('b', form->b == OF_TF32 ? OF_B1 : form->b, matrix_b_words(form),
                     MATRIX_FACTOR_WORDS),
        registers_of('c', form->c, matrix_c_words(form), 2 * MATRIX_FACTOR_WORDS),
        registers_of('c', form->sum, matrix_sum_words(form), 0),
    };

    say(&writer, ".version 8.5\n.target sm_80\n.address_size 64\n"
        ".visible .entry k(.param .u64 in, .param .u64 out)\n{\n"
        ".reg .b32 %%ra<4>, %%rb<4>, %%rc<8>, %%t, %%w, %%e; .reg .f32 %%fc<8>;\n"
        ".reg .f64 %%da<4>, %%db<4>, %%dc<4>; .reg .b64 %%l<3>; .reg .pred %%p<2>;\n"
        "mov.u32 %%t, %%tid.x; shr.u32 %%w, %%t, 5;\n"
        "ld.param.u64 %%l0, [in]; mul.wide.u32 %%l1, %%t, %d; add.s64 %%l0, %%l0, %%l1;\n",
        MATRIX_TEXT_IN * 4);
    for (int i = 0; i < 3; i++)
        access(&writer, &all[i], true);
    if (form->sparse)
        say(&writer, "ld.global.b32 %%e, [%%l0+%d];\n", MATRIX_TEXT_IN * 4 - 8);
    if (flow == MATRIX_BRANCH) {
        say(&writer, "and.b32 %%t, %%w, 1; setp.ne.u32 %%p0, %%t, 0; @%%p0 bra odd;\n");
        instruct(&writer, form, all);
        say(&writer, "bra done;\nodd:\n");
    }
    if (flow == MATRIX_LOOP)
        say(&writer, "mov.u32 %%t, %%w;\nagain:\n");
    instruct(&writer, form, all);
    if (flow == MATRIX_SELECTORS) {
        const struct matrix_form other = matrix_other_selector(form);

        instruct(&writer, &other, all);
    }
    if (flow == MATRIX_LOOP)
        say(&writer, "sub.u32 %%t, %%t, 1; setp.ne.u32 %%p0, %%t, -1; @%%p0 bra again;\n");
    say(&writer, "done:\nmov.u32 %%t, %%tid.x; ld.param.u64 %%l0, [out];\n"
        "mul.wide.u32 %%l1, %%t, %d; add.s64 %%l0, %%l0, %%l1;\n", MATRIX_SUM_WORDS * 4);
    access(&writer, &all[3], false);
    say(&writer, "ret;\n}\n");
}

void matrix_text_input(const struct matrix_fragments *fragments,
                       uint32_t in[MATRIX_LANES][MATRIX_TEXT_IN])
{
    for (uint32_t lane = 0; lane < MATRIX_LANES; lane++) {
        memcpy(in[lane], fragments->a[lane], sizeof(fragments->a[lane]));
        memcpy(in[lane] + MATRIX_FACTOR_WORDS, fragments->b[lane], sizeof(fragments->b[lane]));
        memcpy(in[lane] + 2 * MATRIX_FACTOR_WORDS, fragments->c[lane], sizeof(fragments->c[lane]));
        in[lane][MATRIX_TEXT_IN - 2] = fragments->metadata[lane];
        in[lane][MATRIX_TEXT_IN - 1] = 0;
    }
}
