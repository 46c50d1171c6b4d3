/** A small reader of graphviz's language: whether a picture of a graph is sound, and what it has.
 *
 *  It takes the few statements that the library writes and nothing else. So it finds a label that
 *  ended early, and a label without quotes, which could be one of HTML. */
#ifndef DOT_READER_H
#define DOT_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct dot_counts {
    size_t nodes, edges, clusters, records;
    const char *wrong;                   /* where the text is not sound, or NULL */
};

/* The end of a quoted string that begins here, behind its quote; NULL: it has none, or has a
 * character that no label should have. */
static inline const char *dot_string(const char *at)
{
    if (*at++ != '"')
        return NULL;
    for (; *at != '"'; at++) {
        if (*at == '\\')
            at++;
        if (*at == '\0' || (*at != '\n' && (*at < 0x20 || *at == 0x7f)))
            return NULL;
        if (*at == '&' && strncmp(at, "&amp;", 5) != 0)
            return NULL;
    }
    return at + 1;
}

/* Whether the braces of a table match, and nothing else has a meaning there. */
static inline bool dot_is_record(const char *from, const char *to)
{
    int depth = 0;

    for (; from < to; from++) {
        if (*from == '\\')
            from++;
        else if (*from == '<' || *from == '>' || (*from == '}' && --depth < 0))
            return false;
        else if (*from == '{')
            depth++;
    }
    return depth == 0;
}

static inline bool dot_skip(const char **at, const char *word)
{
    if (strncmp(*at, word, strlen(word)) != 0)
        return false;
    *at += strlen(word);
    return true;
}

/* [name=value name="value" ...] */
static inline bool dot_attributes(const char **at, bool *is_record)
{
    const char *shape = NULL;

    if (!dot_skip(at, "["))
        return false;
    while (!dot_skip(at, "]")) {
        const char *name = *at, *value;

        *at += strspn(*at, "abcdefghijklmnopqrstuvwxyz");
        if (*at == name || !dot_skip(at, "="))
            return false;
        value = *at;
        *at = *value == '"' ? dot_string(value) : value + strspn(value, "0123456789");
        if (*at == NULL || *at == value)
            return false;
        if (strncmp(name, "shape=", 6) == 0)
            shape = value;
        if (strncmp(name, "label=", 6) == 0 && shape != NULL &&
            strncmp(shape, "\"record\"", 8) == 0) {
            *is_record = true;
            if (!dot_is_record(value + 1, *at - 1))
                return false;
        }
        (void)dot_skip(at, " ");
    }
    return true;
}

/* A node or an edge. */
static inline bool dot_statement(const char **at, struct dot_counts *counts)
{
    const char *end = dot_string(*at);
    bool is_record = false;

    if (end == NULL)
        return false;
    *at = end;
    if (dot_skip(at, " -> ")) {
        *at = dot_string(*at);
        if (*at == NULL)
            return false;
        counts->edges++;
        while (dot_skip(at, " ")) {
            if (!dot_attributes(at, &is_record))
                return false;
        }
        return dot_skip(at, ";\n");
    }
    if (!dot_attributes(at, &is_record))
        return false;
    counts->nodes++;
    counts->records += is_record;
    return dot_skip(at, ";\n\n");
}

static inline struct dot_counts dot_read(const char *text)
{
    struct dot_counts counts = { 0 };
    const char *at = text;
    int depth = 0;

    if (!dot_skip(&at, "digraph dot {\n"))
        return (struct dot_counts){ .wrong = text };
    while (depth >= 0) {
        const char *before = at;
        unsigned number;
        int length = 0;
        bool is_record;

        if (dot_skip(&at, "}\n")) {
            depth--;
        } else if (sscanf(at, "subgraph cluster_%u {\nlabel=%n", &number, &length) == 1 &&
                   length > 0) {
            at = dot_string(at + length);
            counts.clusters++;
            depth++;
            if (at == NULL || !dot_skip(&at, " graph") || !dot_attributes(&at, &is_record) ||
                !dot_skip(&at, ";\n"))
                return (struct dot_counts){ .wrong = before };
        } else if (!dot_statement(&at, &counts)) {
            return (struct dot_counts){ .wrong = before };
        }
    }
    counts.wrong = *at == '\0' ? NULL : at;
    return counts;
}

/** The text of a file, which the caller frees; NULL: it cannot be read. */
static inline char *dot_load(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 1 << 20);

    if (file != NULL && text != NULL)
        text[fread(text, 1, (1 << 20) - 1, file)] = '\0';
    if (file == NULL) {
        free(text);
        return NULL;
    }
    fclose(file);
    return text;
}

/** Whether graphviz draws the file without an error; also true where it is not installed. */
static inline bool dot_is_drawn(const char *path)
{
    char command[512];

    if (system("command -v dot > /dev/null 2>&1") != 0) {
        printf("graphviz is not here: %s is not drawn\n", path);
        return true;
    }
    (void)snprintf(command, sizeof command, "dot -Tsvg -o /dev/null '%s'", path);
    return system(command) == 0;
}

#endif
