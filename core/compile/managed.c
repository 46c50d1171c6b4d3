#include "compile/managed.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compile/pack.h"
#include "clang/words.h"

#define WORD "-D__GPUINTEROP_MANAGED_ALIGN__="
#define SEEN "gpuinterop_is_managed"

const char *const gi_managed_words[2] = { WORD "8192", WORD "16384" };
const char gi_managed_seen_word[] = WORD SEEN;

/* How marked variables are declared, and what stands in the place of the first mark: all variables
 * of a module begin at a multiple of it. */
#define MARK ".global .align 8192 "
#define SECOND_MARK ".global .align 16384 "
#define MANAGED ".global .attribute(.managed) .align 256 "

/* The name in a declaration: the last word before its end, an array's size or a first value. */
static const char *name_of(const char *declaration, size_t *out_length)
{
    size_t end = strcspn(declaration, ";=[\n"), begin;

    while (end > 0 && isspace((unsigned char)declaration[end - 1]))
        end--;
    for (begin = end; begin > 0 && !isspace((unsigned char)declaration[begin - 1]); begin--)
        ;
    *out_length = end - begin;
    return declaration + begin;
}

static void say_extern(const char *program, const char *declaration)
{
    size_t length;
    const char *name = name_of(declaration, &length);

    fprintf(stderr, "%s: error: the managed variable %.*s is extern, and this file does not define "
            "it; -rdc=true lets files share variables of device code\n", program, (int)length,
            name);
}

static bool is_extern(const char *text, const char *mark)
{
    static const char word[] = ".extern ";
    size_t length = sizeof(word) - 1;

    return (size_t)(mark - text) >= length && strncmp(mark - length, word, length) == 0;
}

/* Whether the variable has the second mark in the other text. */
static bool is_managed(const char *declaration, const char *second)
{
    size_t length, other_length;
    const char *name = name_of(declaration, &length), *mark, *other;

    for (; (mark = strstr(second, SECOND_MARK)) != NULL; second = mark + sizeof(SECOND_MARK) - 1) {
        other = name_of(mark, &other_length);
        if (other_length == length && strncmp(name, other, length) == 0)
            return true;
    }
    return false;
}

/* Writes the text to a file with the marks of managed variables replaced. */
static bool rewrite(const char *program, const char *text, const char *second, bool is_linked,
                    FILE *file, bool *out_has_managed)
{
    const char *mark;
    bool is_right = true;

    *out_has_managed = false;
    for (; (mark = strstr(text, MARK)) != NULL; text = mark + sizeof(MARK) - 1) {
        bool changes = is_managed(mark, second);

        if (changes && !is_linked && is_extern(text, mark)) {
            say_extern(program, mark);
            is_right = false;
        }
        fwrite(text, 1, (size_t)(mark - text), file);
        fputs(changes ? MANAGED : MARK, file);
        *out_has_managed |= changes;
    }
    fputs(text, file);
    return is_right;
}

static bool has(const char *program, const char *path, const char *words)
{
    size_t bytes;
    char *text = gi_pack_read(program, path, &bytes);
    bool is_there = text != NULL && strstr(text, words) != NULL;

    free(text);
    return is_there;
}

bool gi_managed_may_be(const char *program, const char *ptx_path)
{
    return has(program, ptx_path, MARK);
}

bool gi_managed_is_seen(const char *program, const char *path)
{
    return has(program, path, "aligned(" SEEN ")");
}

bool gi_managed_mark(const char *program, const char *ptx_path, const char *second_path,
                     bool is_linked, bool *out_has_managed)
{
    size_t bytes;
    char *text = gi_pack_read(program, ptx_path, &bytes);
    char *second = gi_pack_read(program, second_path, &bytes);
    bool is_right = false;
    FILE *file;

    *out_has_managed = false;
    if (text != NULL && second != NULL) {
        file = fopen(ptx_path, "wb");
        is_right = file != NULL
            && rewrite(program, text, second, is_linked, file, out_has_managed);
        if (file == NULL || fclose(file) != 0) {
            fprintf(stderr, "%s: error: %s cannot be written\n", program, ptx_path);
            is_right = false;
        }
    }
    free(text);
    free(second);
    return is_right;
}
