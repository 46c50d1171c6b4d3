#include "compile/linked.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code/own_functions.h"
#include "compile/pack.h"

/* A word of a text, or a sign. */
struct token {
    const char *at;
    size_t length;
};

/* How a text has a name; of two declarations the lower one counts. */
enum standing { DEFINED, WEAK, EXTERN, PRIVATE };

struct name {
    struct token text;
    enum standing standing;
    const char *begin, *end;    /* its declaration */
    bool is_used;               /* also elsewhere */
    const struct name *whole;   /* the name to write instead; NULL: this */
    bool is_left_out;           /* the declaration: that of the bare name has its place */
};

struct names {
    struct name *all;
    size_t count, room;
    struct name marks;          /* clang's list of what host code uses */
    const char *const *known;   /* functions of the language */
};

/* ---- words of a text ------------------------------------------------------------------------- */

static bool in_word(char one)
{
    return isalnum((unsigned char)one) || one == '_' || one == '$' || one == '.' || one == '%';
}

/* Behind spaces and comments. */
static const char *skip(const char *at)
{
    const char *end;

    for (;; at = end) {
        at += strspn(at, " \t\r\n");
        if (at[0] == '/' && at[1] == '/')
            end = at + strcspn(at, "\n");
        else if (at[0] == '/' && at[1] == '*' && (end = strstr(at + 2, "*/")) != NULL)
            end += 2;
        else
            return at;
    }
}

/* The next word, text in quotes, or sign; of length 0 at the end. */
static struct token next(const char *at)
{
    struct token token = { skip(at), 0 };

    if (*token.at == '"') {
        const char *end = strchr(token.at + 1, '"');

        token.length = end != NULL ? (size_t)(end - token.at) + 1 : strlen(token.at);
    } else if (in_word(*token.at)) {
        while (in_word(token.at[token.length]))
            token.length++;
    } else if (*token.at != 0) {
        token.length = 1;
    }
    return token;
}

static bool is(struct token token, const char *word)
{
    return strlen(word) == token.length && memcmp(token.at, word, token.length) == 0;
}

static bool is_among(struct token token, const char *const *words)
{
    for (; *words != NULL; words++) {
        if (is(token, *words))
            return true;
    }
    return false;
}

/* ---- declarations ---------------------------------------------------------------------------- */

/* The parts of a declaration that were read so far. */
struct declaration {
    enum standing standing;
    bool is_entry, is_variable, has_kind, is_open;
    int parentheses;            /* that are open */
    struct token name, before;
    const char *begin;
};

static void add_declared(struct names *names, const struct declaration *declared, const char *end)
{
    /* Functions that the library defines. Extern memory whose size the launch sets (is_open) needs
     * no definition either. */
    static const char *const known[] = { GI_OWN_FUNCTIONS, NULL };
    struct name name = { .text = declared->name, .standing = declared->standing,
                         .begin = declared->begin, .end = end };

    if (is(declared->name, "__clang_gpu_used_external"))
        names->marks = name;
    if (declared->name.length == 0 || declared->is_entry
        || (declared->standing == EXTERN
            && (declared->is_open || is_among(declared->name, known)
                || (names->known != NULL && is_among(declared->name, names->known)))))
        return;
    if (names->count == names->room) {
        names->room = names->room * 2 + 64;
        names->all = realloc(names->all, names->room * sizeof *names->all);
        if (names->all == NULL)
            abort();
    }
    names->all[names->count++] = name;
}

static void read_word(struct declaration *declared, struct token token)
{
    static const char *const spaces[] = { ".global", ".const", ".shared", NULL };
    static const char *const linkages[] = { ".visible", ".weak", ".common", ".extern", NULL };

    static const char *const kinds[] = { ".func", ".entry", NULL };
    bool is_kind = is_among(token, spaces) || is_among(token, kinds);

    if (declared->begin == NULL && (is_kind || is_among(token, linkages)))
        declared->begin = token.at;
    if (is(token, "("))
        declared->parentheses++;
    else if (is(token, ")"))
        declared->parentheses--;
    else if (declared->parentheses != 0)
        ;
    else if (is(token, ".visible"))
        declared->standing = DEFINED;
    else if (is(token, ".weak") || is(token, ".common"))
        declared->standing = WEAK;
    else if (is(token, ".extern"))
        declared->standing = EXTERN;
    else if (is_kind)
        declared->has_kind = true;
    else if (declared->has_kind && declared->name.length == 0
             && (isalpha((unsigned char)*token.at) || strchr("_$%", *token.at) != NULL))
        declared->name = token;
    declared->is_entry |= is(token, ".entry");
    declared->is_variable |= declared->parentheses == 0 && is_among(token, spaces);
    declared->is_open |= is(token, "]") && is(declared->before, "[");
    declared->before = token;
}

/* Behind the brace that closes one that was read. */
static const char *skip_braces(const char *at)
{
    struct token token;

    for (int depth = 1; depth > 0; at = token.at + token.length) {
        token = next(at);
        if (token.length == 0)
            return token.at;
        depth += is(token, "{") - is(token, "}");
    }
    return at;
}

static int by_name(const void *one, const void *other)
{
    const struct name *a = one, *b = other;
    size_t length = a->text.length < b->text.length ? a->text.length : b->text.length;
    int order = memcmp(a->text.at, b->text.at, length);

    if (order == 0)
        order = (a->text.length > b->text.length) - (a->text.length < b->text.length);
    return order;
}

static int by_name_and_standing(const void *one, const void *other)
{
    const struct name *a = one, *b = other;
    int order = by_name(a, b);

    return order != 0 ? order : (int)a->standing - (int)b->standing;
}

/* Sorts the names, and leaves each there once. */
static void sort(struct names *names)
{
    size_t kept = 0;

    if (names->count != 0)
        qsort(names->all, names->count, sizeof *names->all, by_name_and_standing);
    for (size_t i = 0; i < names->count; i++) {
        if (kept == 0 || by_name(&names->all[kept - 1], &names->all[i]) != 0)
            names->all[kept++] = names->all[i];
    }
    names->count = kept;
}

static struct name *find_name(const struct names *names, struct token text)
{
    const struct name key = { .text = text };

    return names->count == 0 ? NULL
        : bsearch(&key, names->all, names->count, sizeof key, by_name);
}

static bool is_in(struct token token, const struct name *name)
{
    return name->begin != NULL && token.at >= name->begin && token.at < name->end;
}

/* Lists the names that a text shares with others. */
static void list(const char *text, struct names *names)
{
    struct declaration declared = { .standing = PRIVATE };
    struct token token;

    for (token = next(text); token.length != 0; token = next(token.at + token.length)) {
        bool ends = is(token, ";") && declared.parentheses == 0;

        read_word(&declared, token);
        if (is(token, "{")) {
            token = (struct token){ skip_braces(token.at + 1), 0 };
            ends = !declared.is_variable;
        }
        if (!ends)
            continue;
        add_declared(names, &declared, token.at + token.length);
        declared = (struct declaration){ .standing = PRIVATE };
    }
    sort(names);
    for (token = next(text); token.length != 0; token = next(token.at + token.length)) {
        struct name *name = find_name(names, token);

        if (name != NULL && !is_in(token, name) && !is_in(token, &names->marks))
            name->is_used = true;
    }
}

/* ---- output ---------------------------------------------------------------------------------- */

/* The bare name of one that has the file's end; of length 0 if it has none. */
static struct token bare(struct token name)
{
    static const char *const ends[] = { "__static__", "__intern__", NULL };
    size_t length = name.length;

    while (length > 0 && isxdigit((unsigned char)name.at[length - 1]))
        length--;
    for (size_t i = 0; ends[i] != NULL; i++) {
        size_t bytes = strlen(ends[i]);

        if (length > bytes && memcmp(name.at + length - bytes, ends[i], bytes) == 0)
            return (struct token){ name.at, length - bytes };
    }
    return (struct token){ name.at, 0 };
}

/* Finds the names that are written as others. */
static void find_whole(struct names *names)
{
    for (size_t i = 0; i < names->count; i++) {
        struct name *whole = &names->all[i], *name = find_name(names, bare(whole->text));

        if (whole->standing >= EXTERN || name == NULL || name->standing < EXTERN)
            continue;
        name->whole = whole;
        whole->is_left_out = name->standing == PRIVATE;
    }
}

static void write_from(const char **written, const char *end, FILE *file)
{
    fwrite(*written, 1, (size_t)(end - *written), file);
    *written = end;
}

/* Writes the text with whole names, without what nothing in it uses: a kernel of another file that
 * host code names is there as a function. */
static void write_text(const char *text, const struct names *names, FILE *file)
{
    const char *written = text;
    struct token token;

    for (token = next(text); token.length != 0; token = next(token.at + token.length)) {
        const struct name *name =
            is_in(token, &names->marks) ? &names->marks : find_name(names, token);

        if (name == NULL)
            continue;
        if (name->whole != NULL) {
            if (name->whole->is_left_out && is_in(token, name)) {
                write_from(&written, name->begin, file);
                fputs(".visible ", file);
            }
            write_from(&written, token.at, file);
            fwrite(name->whole->text.at, 1, name->whole->text.length, file);
            written = token.at + token.length;
        } else if (name == &names->marks || (name->standing == EXTERN && !name->is_used)
                   || (name->is_left_out && is_in(token, name))) {
            write_from(&written, name->begin, file);
            written = name->end;
            token = (struct token){ written, 0 };
        }
    }
    fputs(written, file);
}

static void write_symbols(const struct names *names, FILE *file)
{
    static const char *const words[] = { "DEFINED", "WEAK", "USED" };

    fputs("-DGPUINTEROP_LINKED_SYMBOLS=", file);
    for (size_t i = 0; i < names->count; i++) {
        const struct name *name = &names->all[i];

        if (name->standing < EXTERN
            || (name->standing == EXTERN && name->is_used && name->whole == NULL))
            fprintf(file, "GPUINTEROP_%s(%.*s)", words[name->standing], (int)name->text.length,
                    name->text.at);
    }
    fputs("\n", file);
}

static bool write_file(const char *program, const char *path, const char *text,
                       const struct names *names)
{
    FILE *file = gi_pack_open(program, path);

    if (file == NULL)
        return false;
    if (text != NULL)
        write_text(text, names, file);
    else
        write_symbols(names, file);
    return gi_pack_close(program, path, file);
}

bool gi_linked_read(const char *program, const char *ptx_path, const char *words_path,
                    const char *const *known)
{
    struct names names = { .known = known };
    size_t bytes;
    char *text = gi_pack_read(program, ptx_path, &bytes);
    bool is_right = text != NULL;

    if (text != NULL) {
        list(text, &names);
        find_whole(&names);
        is_right = write_file(program, ptx_path, text, &names)
            && (words_path == NULL || write_file(program, words_path, NULL, &names));
    }
    free(names.all);
    free(text);
    return is_right;
}
