#include "compile/managed.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compile/pack.h"
#include "compile/words.h"

/* gpuinterop_device/qualifiers.h marks a variable by its alignment. The mark is replaced by the
 * attribute, and by an alignment that all variables of a module have. */
#define MARK ".global .align 8192 "
#define MANAGED ".global .attribute(.managed) .align 256 "

/* The name in a declaration: the last word before its end, an array's size or a first value. */
static void say_extern(const char *program, const char *declaration)
{
    size_t end = strcspn(declaration, ";=[\n"), begin;

    while (end > 0 && isspace((unsigned char)declaration[end - 1]))
        end--;
    for (begin = end; begin > 0 && !isspace((unsigned char)declaration[begin - 1]); begin--)
        ;
    fprintf(stderr, "%s: error: the managed variable %.*s is extern, and this file does not define "
            "it; files cannot share variables of device code\n", program, (int)(end - begin),
            declaration + begin);
}

static bool is_extern(const char *text, const char *mark)
{
    static const char word[] = ".extern ";
    size_t length = sizeof(word) - 1;

    return (size_t)(mark - text) >= length && strncmp(mark - length, word, length) == 0;
}

/* Writes the text to a file with the marks replaced. */
static bool rewrite(const char *program, const char *text, FILE *file, bool *out_has_managed)
{
    const char *mark;
    bool is_right = true;

    *out_has_managed = false;
    for (; (mark = strstr(text, MARK)) != NULL; text = mark + sizeof(MARK) - 1) {
        if (is_extern(text, mark)) {
            say_extern(program, mark);
            is_right = false;
        }
        fwrite(text, 1, (size_t)(mark - text), file);
        fputs(MANAGED, file);
        *out_has_managed = true;
    }
    fputs(text, file);
    return is_right;
}

bool gi_managed_mark(const char *program, const char *ptx_path, bool *out_has_managed)
{
    size_t bytes;
    char *text = gi_pack_read(program, ptx_path, &bytes);
    bool is_right;
    FILE *file;

    *out_has_managed = false;
    if (text == NULL)
        return false;
    if (strstr(text, MARK) == NULL) {
        free(text);
        return true;
    }
    file = fopen(ptx_path, "wb");
    is_right = file != NULL && rewrite(program, text, file, out_has_managed);
    if (file == NULL || fclose(file) != 0) {
        fprintf(stderr, "%s: error: %s cannot be written\n", program, ptx_path);
        is_right = false;
    }
    free(text);
    return is_right;
}
