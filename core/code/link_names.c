#include "link_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "own_functions.h"


enum { PARSE_LIMIT_BYTES = 1 << 30, SUFFIX_BYTES = 48 };

/* The facts of a part. */
struct read_part {
    struct gi_ptx_module *module;
    bool *functions, *variables; /* by their index: they get another name */
    bool any;
    char suffix[SUFFIX_BYTES];
};

/* ---- which names ----------------------------------------------------------------------------- */

static bool has_name(const struct read_part *part, struct gi_ptx_text name)
{
    return gi_ptx_find_function(part->module, name) != NULL ||
           gi_ptx_find_variable(part->module, name) != NULL;
}

static bool others_have(const struct read_part *parts, size_t count, size_t own,
                        struct gi_ptx_text name)
{
    for (size_t i = 0; i < count; i++) {
        if (i != own && has_name(&parts[i], name))
            return true;
    }
    return false;
}

static bool earlier_defines(const struct read_part *parts, size_t own, struct gi_ptx_text name)
{
    for (size_t i = 0; i < own; i++) {
        const struct gi_ptx_function *function = gi_ptx_find_function(parts[i].module, name);

        if (function != NULL && function->has_body && !function->is_private &&
            !function->is_weak)
            return true;
    }
    return false;
}

static gi_status mark_names(struct read_part *parts, size_t count, size_t own)
{
    struct read_part *part = &parts[own];

    for (uint32_t i = 0; i < part->module->function_count; i++) {
        const struct gi_ptx_function *function = part->module->functions[i];

        if (function->has_body && !function->is_private && !function->is_weak &&
            earlier_defines(parts, own, function->name))
            return gi_fail(GI_INVALID_SOURCE, "link: text %zu defines %.*s in its line %u, as an "
                           "earlier one does", own + 1, (int)function->name.length,
                           function->name.start, function->line);
        part->functions[i] = !function->is_entry && function->has_body && function->is_private &&
                             others_have(parts, count, own, function->name);
        part->any |= part->functions[i];
    }
    for (uint32_t i = 0; i < part->module->variable_count; i++) {
        const struct gi_ptx_variable *variable = part->module->variables[i];

        part->variables[i] = variable->is_private &&
                             others_have(parts, count, own, variable->name);
        part->any |= part->variables[i];
    }
    return GI_OK;
}

/* An end that makes new names of those that are marked: no text has it anywhere. */
static void pick_suffix(struct read_part *part, const struct gi_link_part *parts, size_t count,
                        size_t own)
{
    bool taken = true;

    for (unsigned turn = 0; taken; turn++) {
        snprintf(part->suffix, sizeof part->suffix, "$part%zu_%u", own, turn);
        taken = false;
        for (size_t i = 0; i < count && !taken; i++)
            taken = strstr(parts[i].text, part->suffix) != NULL;
    }
}

/* ---- a text with other names ----------------------------------------------------------------- */

static bool in_name(char one)
{
    return (one >= 'a' && one <= 'z') || (one >= 'A' && one <= 'Z') || (one >= '0' && one <= '9') ||
           one == '_' || one == '$';
}

/* The end of what begins at a place and has no names in it; the place itself if there is none. */
static const char *skip(const char *at)
{
    const char *end;

    if (at[0] == '/' && at[1] == '/') {
        end = strchr(at, '\n');
        return end != NULL ? end : at + strlen(at);
    }
    if (at[0] == '/' && at[1] == '*') {
        end = strstr(at + 2, "*/");
        return end != NULL ? end + 2 : at + strlen(at);
    }
    if (at[0] == '"') {
        end = strchr(at + 1, '"');
        return end != NULL ? end + 1 : at + strlen(at);
    }
    if (at[0] == '.' || at[0] == '%' || (at[0] >= '0' && at[0] <= '9')) {
        at++;
        while (in_name(*at))
            at++;
    }
    return at;
}

static bool is_marked(const struct read_part *part, struct gi_ptx_text name)
{
    const struct gi_ptx_function *function = gi_ptx_find_function(part->module, name);
    const struct gi_ptx_variable *variable = gi_ptx_find_variable(part->module, name);

    return (function != NULL && part->functions[function->index]) ||
           (variable != NULL && part->variables[variable->index]);
}

/* Writes the text with other names, or only counts its bytes. */
static size_t rename_all(const struct read_part *part, const char *at, char *out)
{
    size_t suffix = strlen(part->suffix), used = 0;

    while (*at != '\0') {
        const char *end = skip(at);
        bool is_name = end == at && in_name(*at);

        while (is_name && in_name(*end))
            end++;
        if (end == at)
            end++;
        if (out != NULL)
            memcpy(out + used, at, (size_t)(end - at));
        used += (size_t)(end - at);
        if (is_name && is_marked(part, (struct gi_ptx_text){ at, (uint32_t)(end - at) })) {
            if (out != NULL)
                memcpy(out + used, part->suffix, suffix);
            used += suffix;
        }
        at = end;
    }
    return used;
}

static gi_status replace(struct gi_link_part *part, const struct read_part *read)
{
    size_t bytes = rename_all(read, part->text, NULL);
    char *text = malloc(bytes + 1);

    if (text == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "link: no host memory for %zu bytes", bytes);
    (void)rename_all(read, part->text, text);
    text[bytes] = '\0';
    free(part->text);
    *part = (struct gi_link_part){ text, bytes };
    return GI_OK;
}

/* ---- all texts ------------------------------------------------------------------------------- */

static gi_status read_parts(struct gi_arena *arena, const struct gi_link_part *parts, size_t count,
                            struct read_part *read)
{
    for (size_t i = 0; i < count; i++) {
        gi_status status = gi_ptx_parse(arena, parts[i].text, parts[i].byte_count,
                                        &read[i].module);

        if (status != GI_OK)
            return status == GI_INVALID_VALUE ? GI_INVALID_PTX : status;
        read[i].functions = gi_arena_alloc(arena, (size_t)read[i].module->function_count + 1,
                                           sizeof(bool));
        read[i].variables = gi_arena_alloc(arena, (size_t)read[i].module->variable_count + 1,
                                           sizeof(bool));
        if (read[i].functions == NULL || read[i].variables == NULL)
            return GI_OUT_OF_MEMORY;
    }
    return GI_OK;
}

gi_status gi_link_part_names(struct gi_link_part *parts, size_t count)
{
    struct gi_arena arena;
    struct read_part *read;
    gi_status status;

    if (count < 2)
        return GI_OK;
    gi_arena_init(&arena, PARSE_LIMIT_BYTES);
    read = gi_arena_alloc(&arena, count, sizeof *read);
    status = read != NULL ? read_parts(&arena, parts, count, read) : GI_OUT_OF_MEMORY;
    for (size_t i = 0; i < count && status == GI_OK; i++) {
        status = mark_names(read, count, i);
        if (status == GI_OK && read[i].any)
            pick_suffix(&read[i], parts, count, i);
    }
    /* the names of a module point into its text */
    for (size_t i = 0; i < count && status == GI_OK; i++) {
        if (read[i].any)
            status = replace(&parts[i], &read[i]);
    }
    gi_arena_finish(&arena);
    return status;
}

/* ---- undefined names ------------------------------------------------------------------------- */

struct search {
    struct gi_arena arena;
    const struct gi_ptx_module *module;
    bool *seen;                  /* functions, by their index */
    const struct gi_ptx_function **open;
    uint32_t open_count;
};

static gi_status undefined(const struct gi_ptx_function *user, const char *what,
                           struct gi_ptx_text name, uint32_t line)
{
    return gi_fail(GI_INVALID_SOURCE, "link: PTX line %u: %.*s uses the %s %.*s, which no text "
                   "defines", line, (int)user->name.length, user->name.start, what,
                   (int)name.length, name.start);
}

static void reach_function(struct search *search, const struct gi_ptx_function *function)
{
    if (!search->seen[function->index])
        search->open[search->open_count++] = function;
    search->seen[function->index] = true;
}

static bool is_known(const struct gi_ptx_function *function)
{
    static const char *const names[] = { GI_OWN_FUNCTIONS };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (gi_ptx_same(function->name, names[i]))
            return true;
    }
    return function->has_body;
}

static gi_status look_at_operand(struct search *search, const struct gi_ptx_function *user,
                                 const struct gi_ptx_operand *operand, uint32_t line)
{
    gi_status status = GI_OK;

    if (operand->kind == GI_PTX_FUNCTION) {
        if (!is_known(operand->to.function))
            return undefined(user, "function", operand->to.function->name, line);
        reach_function(search, operand->to.function);
    }
    if (operand->kind == GI_PTX_VARIABLE && operand->to.variable->is_extern &&
        operand->to.variable->space != GI_PTX_SHARED)
        return undefined(user, "variable", operand->to.variable->name, line);
    if (operand->kind != GI_PTX_MEMORY && operand->kind != GI_PTX_VECTOR &&
        operand->kind != GI_PTX_LIST && operand->kind != GI_PTX_PAIR)
        return GI_OK;
    for (uint32_t i = 0; i < operand->count && status == GI_OK; i++)
        status = look_at_operand(search, user, &operand->to.items[i], line);
    return status;
}

static gi_status look_into(struct search *search, const struct gi_ptx_function *function)
{
    struct gi_ptx_body *body;
    gi_status status = GI_OK;

    if (!function->has_body)
        return GI_OK;
    status = gi_ptx_parse_body(&search->arena, search->module, function, &body);
    for (uint32_t i = 0; status == GI_OK && i < body->instruction_count; i++) {
        const struct gi_ptx_instruction *at = &body->instructions[i];

        for (uint32_t k = 0; status == GI_OK && k < at->operand_count; k++)
            status = look_at_operand(search, function, &at->operands[k], at->line);
    }
    return status;
}

gi_status gi_link_check_names(const struct gi_ptx_module *module)
{
    struct search search = { .module = module };
    size_t room = (size_t)module->function_count + 1;
    gi_status status = GI_OK;

    gi_arena_init(&search.arena, PARSE_LIMIT_BYTES);
    search.seen = gi_arena_alloc(&search.arena, room, sizeof *search.seen);
    search.open = gi_arena_alloc(&search.arena, room, sizeof *search.open);
    if (search.seen == NULL || search.open == NULL)
        status = GI_OUT_OF_MEMORY;
    for (uint32_t i = 0; status == GI_OK && i < module->function_count; i++) {
        if (module->functions[i]->has_body && !module->functions[i]->is_private)
            reach_function(&search, module->functions[i]);
    }
    while (status == GI_OK && search.open_count > 0)
        status = look_into(&search, search.open[--search.open_count]);
    gi_arena_finish(&search.arena);
    return status;
}
