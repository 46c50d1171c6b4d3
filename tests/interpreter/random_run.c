#include "random_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../translate/host.h"
#include "../translate/spirv_tools.h"
#include "interpreter.h"
#include "kernel/translate/ptx/examine.h"
#include "random_compare.h"

enum { TEXT_ROOM = MOST_LINES * LINE_ROOM, MOST_TRIES = 300 };

enum result {
    AGREE,
    DIFFER,
    REFUSED,
    BROKEN                      /* the text is wrong, or the kernel does what is not defined */
};

/* One attempt: which lines stand, and what came out. */
struct attempt {
    bool dropped[MOST_LINES];
    char text[TEXT_ROOM];
    struct gi_arena arena;
    struct gi_ptx_module *module;
    struct gi_ptx_function *entry;
    struct gi_translate_kernel kernel;
    struct outputs outputs;
    char why[400];
};

static void write_text(const struct random_case *one, struct attempt *attempt)
{
    size_t at = 0;

    for (uint32_t i = 0; i < one->line_count; i++) {
        const struct case_line *line = &one->lines[i];

        at += (size_t)snprintf(attempt->text + at, TEXT_ROOM - at, "%s\n",
                               attempt->dropped[i] ? line->instead : line->text);
    }
}

/* ---- the two ways to run it ---- */

static bool interpreted(const struct random_case *one, struct attempt *attempt,
                        const struct host_memory *in, const struct host_memory *out,
                        bool backwards, uint8_t *result)
{
    uint8_t *copy = malloc(one->in_bytes + 1);
    struct interpreter_memory memories[] = { { copy, in->address, one->in_bytes, NULL },
                                             { result, out->address, one->out_bytes, NULL } };
    struct interpreter_launch launch = {
        .module = attempt->module, .entry = attempt->entry, .grid = { one->grid, 1, 1 },
        .block = { one->block, 1, 1 }, .dynamic_bytes = one->dynamic_bytes,
        .memories = memories, .memory_count = 2, .most_steps = 20000000,
        .arguments = (const void *[]){ &in->address, &out->address },
        .backwards = backwards };
    enum interpreter_outcome outcome;

    if (!copy)
        abort();
    memcpy(copy, one->in, one->in_bytes);
    memset(result, 0, one->out_bytes);
    outcome = interpret(&launch, attempt->why, sizeof(attempt->why));
    free(copy);
    return outcome == INTERPRETER_DONE;
}

/* The module's variables on the device; the interpreter makes its own. */
static bool make_variables(struct attempt *attempt, struct host_memory *out_memory)
{
    struct gi_translate_variables variables;

    if (gi_translate_variables(&attempt->arena, attempt->module, &variables) != GI_OK)
        return false;
    *out_memory = host_alloc(variables.bytes + 1);
    return gi_translate_image(attempt->module, &variables, out_memory->address,
                              out_memory->bytes) == GI_OK;
}

static enum result run_both(const struct random_case *one, struct attempt *attempt)
{
    struct host_memory in, out, variables;
    struct outputs *outputs = &attempt->outputs;

    host_reset();
    if (!make_variables(attempt, &variables))
        return BROKEN;
    in = host_alloc(one->in_bytes + 1);
    out = host_alloc(one->out_bytes);
    memcpy(in.bytes, one->in, one->in_bytes);
    if (!interpreted(one, attempt, &in, &out, false, outputs->expected))
        return BROKEN;
    host_run(&attempt->kernel, variables.address, (const void *[]){ &in.address, &out.address },
             (uint32_t[]){ one->grid, 1, 1 }, (uint32_t[]){ one->block, 1, 1 },
             one->dynamic_bytes);
    memcpy(outputs->got, out.bytes, one->out_bytes);
    return compare_outputs(one, outputs, attempt->why, sizeof(attempt->why)) ? AGREE : DIFFER;
}

static enum result translated(struct attempt *attempt)
{
    struct gi_ptx_text name = { "k", 1 };
    gi_status status = gi_ptx_parse(&attempt->arena, attempt->text, strlen(attempt->text),
                                    &attempt->module);

    if (status == GI_OK)                 /* legal PTX passes, also what is not built */
        status = gi_translate_examine(attempt->module, true);
    if (status == GI_OK) {
        attempt->entry = gi_ptx_find_function(attempt->module, name);
        status = gi_translate(&attempt->arena, attempt->module, attempt->entry, host_target(),
                              &attempt->kernel);
    }
    snprintf(attempt->why, sizeof(attempt->why), "%s", status == GI_OK ? ""
             : gi_last_error_detail());
    return status == GI_OK ? AGREE : status == GI_NOT_SUPPORTED ? REFUSED : BROKEN;
}

static enum result try_once(const struct random_case *one, struct attempt *attempt, bool tools)
{
    enum result result;

    write_text(one, attempt);
    gi_arena_init(&attempt->arena, 64 << 20);
    result = translated(attempt);
    if (result == AGREE && tools
        && !spirv_is_valid(attempt->kernel.words, attempt->kernel.word_count)) {
        snprintf(attempt->why, sizeof(attempt->why), "the module is not valid");
        result = BROKEN;
    }
    if (result == AGREE)
        result = run_both(one, attempt);
    gi_arena_finish(&attempt->arena);
    return result;
}

/* ---- refusals ---- */

/* The opcode of a line: the first word without guard and modifiers. */
static enum gi_ptx_opcode opcode_of_line(const char *text)
{
    struct gi_ptx_text word = { text, 0 };

    if (text[0] == '@') {
        const char *space = strchr(text, ' ');

        word.start = space ? space + 1 : text;
    }
    word.length = (uint32_t)strspn(word.start, "abcdefghijklmnopqrstuvwxyz0123456789");
    return gi_ptx_opcode_of(word);
}

/* Drops the line that a refusal names; false where the kernel cannot do without it. */
static bool drop_refused(const struct random_case *one, struct attempt *attempt,
                         struct refusals *refusals)
{
    uint32_t line = 0;

    snprintf(refusals->last, sizeof(refusals->last), "%s", attempt->why);
    if (sscanf(attempt->why, "PTX line %u", &line) != 1 || line == 0 || line > one->line_count) {
        refusals->opcodes[GI_PTX_OP_UNKNOWN]++;
        return false;
    }
    refusals->opcodes[opcode_of_line(one->lines[line - 1].text)]++;
    if (one->lines[line - 1].fixed || attempt->dropped[line - 1])
        return false;
    attempt->dropped[line - 1] = true;
    return true;
}

/* ---- smaller ---- */

/* Drops runs of lines as long as the same result differs. */
static void make_smaller(const struct random_case *one, struct attempt *attempt)
{
    uint32_t tries = 0, wanted = attempt->outputs.wrong;
    bool before[MOST_LINES];

    for (uint32_t run = one->line_count / 2; run > 0; run /= 2) {
        for (uint32_t from = 0; from < one->line_count && tries < MOST_TRIES; from += run) {
            bool changes = false;

            memcpy(before, attempt->dropped, sizeof(before));
            for (uint32_t i = from; i < from + run && i < one->line_count; i++) {
                changes |= !one->lines[i].fixed && !attempt->dropped[i];
                attempt->dropped[i] |= !one->lines[i].fixed;
            }
            if (!changes)
                continue;
            tries++;
            if (try_once(one, attempt, false) != DIFFER || attempt->outputs.wrong != wanted)
                memcpy(attempt->dropped, before, sizeof(before));
        }
    }
    (void)try_once(one, attempt, false);
}

/* Whether the kernel, as it was made, does only what is defined, in any order of its threads:
 * refused ones, too. */
static bool is_sound(const struct random_case *one, struct attempt *attempt)
{
    struct gi_ptx_text name = { "k", 1 };
    struct host_memory in, out;
    bool sound;

    write_text(one, attempt);
    gi_arena_init(&attempt->arena, 64 << 20);
    host_reset();
    in = host_alloc(one->in_bytes + 1);
    out = host_alloc(one->out_bytes);
    sound = gi_ptx_parse(&attempt->arena, attempt->text, strlen(attempt->text),
                         &attempt->module) == GI_OK;
    if (sound) {
        attempt->entry = gi_ptx_find_function(attempt->module, name);
        sound = interpreted(one, attempt, &in, &out, false, attempt->outputs.expected)
            && interpreted(one, attempt, &in, &out, true, attempt->outputs.got);
        if (sound && memcmp(attempt->outputs.expected, attempt->outputs.got, one->out_bytes)) {
            snprintf(attempt->why, sizeof(attempt->why), "it depends on the order of threads");
            sound = false;
        }
    } else {
        snprintf(attempt->why, sizeof(attempt->why), "%s", gi_last_error_detail());
    }
    gi_arena_finish(&attempt->arena);
    return sound;
}

/* The input of the thread whose result differs. */
static void print_input(const struct random_case *one, const struct attempt *attempt)
{
    uint64_t bytes = one->in_bytes / ((uint64_t)one->grid * one->block) / 8 * 8;
    const char *place = strstr(attempt->why, "thread ");
    uint64_t thread = place ? strtoull(place + 7, NULL, 10) : 0;

    for (uint64_t at = 0; at < bytes; at += 8) {
        uint64_t value;

        memcpy(&value, one->in + thread * bytes + at, sizeof(value));
        printf("// [%%in+%llu] 0x%llx\n", (unsigned long long)at, (unsigned long long)value);
    }
}

bool run_case(struct random_case *one, struct refusals *refusals, bool tools)
{
    struct attempt *attempt = calloc(1, sizeof(*attempt));
    enum result result = BROKEN;

    if (!attempt)
        abort();
    outputs_init(&attempt->outputs, one->out_bytes);
    if (is_sound(one, attempt)) {
        do {
            result = try_once(one, attempt, tools);
        } while (result == REFUSED && drop_refused(one, attempt, refusals));
    }
    if (result == REFUSED)
        refusals->kernels++;
    if (result == DIFFER)
        make_smaller(one, attempt);
    if (result == DIFFER)
        print_input(one, attempt);
    if (result == DIFFER || result == BROKEN)
        printf("%s\n%s, seed %llu, %s: %s\n", attempt->text, one->generator,
               (unsigned long long)one->seed, result == DIFFER ? "a wrong result" : "broken",
               attempt->why);
    outputs_finish(&attempt->outputs);
    free(attempt);
    return result == AGREE || result == REFUSED;
}
