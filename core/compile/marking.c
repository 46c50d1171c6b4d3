#include "compile/marking.h"

#include <stdio.h>
#include <stdlib.h>

#include "clang/managed.h"
#include "compile/pack.h"

static bool has(const char *program, const char *path, bool (*is_in)(const char *text))
{
    size_t bytes;
    char *text = gi_pack_read(program, path, &bytes);
    bool is_there = text != NULL && is_in(text);

    free(text);
    return is_there;
}

bool gi_marking_may_be(const char *program, const char *ptx_path)
{
    return has(program, ptx_path, gi_managed_may_be);
}

bool gi_marking_is_seen(const char *program, const char *path)
{
    return has(program, path, gi_managed_is_seen);
}

static void say_extern(const char *program, const struct gi_words *names)
{
    for (size_t i = 0; i < names->count; i++)
        fprintf(stderr, "%s: error: the managed variable %s is extern, and this file does not "
                "define it; -rdc=true lets files share variables of device code\n", program,
                names->all[i]);
}

static bool write_text(const char *program, const char *path, const char *text)
{
    FILE *file = gi_pack_open(program, path);

    if (file == NULL)
        return false;
    fputs(text, file);
    return gi_pack_close(program, path, file);
}

static bool mark_managed(const char *program, const char *ptx_path, const char *text,
                         const char *second, bool is_linked, bool *out_has_managed)
{
    struct gi_words names = { 0 };
    char *marked = gi_managed_mark(text, second, &names, out_has_managed);
    bool is_right = marked != NULL && (is_linked || names.count == 0);

    if (marked == NULL)
        fprintf(stderr, "%s: error: there is no memory left\n", program);
    else if (!is_linked)
        say_extern(program, &names);
    is_right = is_right && write_text(program, ptx_path, marked);
    free(marked);
    gi_words_finish(&names);
    return is_right;
}

bool gi_marking_mark(const char *program, const char *ptx_path, const char *second_path,
                     bool is_linked, bool *out_has_managed)
{
    size_t bytes;
    char *text = gi_pack_read(program, ptx_path, &bytes);
    char *second = gi_pack_read(program, second_path, &bytes);
    bool is_right;

    *out_has_managed = false;
    is_right = text != NULL && second != NULL
        && mark_managed(program, ptx_path, text, second, is_linked, out_has_managed);
    free(text);
    free(second);
    return is_right;
}
