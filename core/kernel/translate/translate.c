#include "kernel/translate/translate.h"

#include <string.h>

#include "kernel/translate/analyse/callee.h"
#include "kernel/translate/analyse/clock.h"
#include "kernel/translate/analyse/origin.h"
#include "kernel/translate/analyse/reach.h"
#include "kernel/translate/analyse/reload.h"
#include "kernel/translate/analyse/survey.h"
#include "kernel/translate/emit/function.h"
#include "kernel/translate/emit/number/float.h"
#include "kernel/translate/emit/number/round.h"
#include "kernel/translate/emit/rounds.h"
#include "kernel/translate/emit/space/block_memory.h"
#include "kernel/translate/emit/space/check.h"
#include "kernel/translate/emit/space/local.h"
#include "kernel/translate/emit/space/parameter.h"
#include "kernel/translate/emit/space/report.h"
#include "kernel/translate/emit/value/push.h"
#include "kernel/translate/emit/value/value.h"
#include "kernel/translate/emit/warp/lanes.h"
#include "kernel/translate/emit/warp/machine.h"
#include "kernel/translate/emit/warp/matrix.h"

/* ---- variables of a module ---- */

bool gi_translate_has_place(const struct gi_ptx_variable *variable)
{
    return (variable->space == GI_PTX_GLOBAL || variable->space == GI_PTX_CONST)
        && gi_ptx_type_class(variable->type) != GI_PTX_OPAQUE && !variable->is_extern;
}

/* Places those of one space behind what has a place. */
static gi_status place_space(const struct gi_ptx_module *module, enum gi_ptx_space space,
                             struct gi_translate_variables *variables, uint64_t *offsets)
{
    for (uint32_t i = 0; i < module->variable_count; i++) {
        const struct gi_ptx_variable *variable = module->variables[i];
        uint64_t align = variable->align < 4 ? 4 : variable->align;

        if (variable->space != space || !gi_translate_has_place(variable))
            continue;
        variables->align = align > variables->align ? align : variables->align;
        offsets[i] = (variables->bytes + align - 1) & ~(align - 1);
        variables->bytes = offsets[i] + variable->bytes;
        if (variables->bytes > 1ull << 46)
            return gi_fail(GI_OUT_OF_MEMORY, "the variables of a module are larger than memory");
    }
    return GI_OK;
}

gi_status gi_translate_variables(struct gi_arena *arena, const struct gi_ptx_module *module,
                                 struct gi_translate_variables *out_variables)
{
    uint64_t *offsets = gi_arena_alloc(arena, (size_t)module->variable_count + 1,
                                       sizeof(*offsets));
    gi_status status;

    *out_variables = (struct gi_translate_variables){ .align = 16, .offsets = offsets };
    if (!offsets)
        return GI_OUT_OF_MEMORY;
    status = place_space(module, GI_PTX_CONST, out_variables, offsets);
    if (status != GI_OK)
        return status;
    out_variables->bytes = (out_variables->bytes + 15) & ~15ull;
    out_variables->constant_bytes = out_variables->bytes;
    return place_space(module, GI_PTX_GLOBAL, out_variables, offsets);
}

static gi_status relocate(const struct gi_ptx_module *module,
                          const struct gi_translate_variables *variables, uint64_t address,
                          const struct gi_ptx_relocation *relocation, uint8_t *place)
{
    const struct gi_ptx_variable *target = gi_ptx_find_variable(module, relocation->symbol);
    const struct gi_ptx_function *function = gi_ptx_find_function(module, relocation->symbol);
    uint64_t value;

    if (function)
        value = gi_emit_function_address(function);
    else if (target && gi_translate_has_place(target))
        value = address + variables->offsets[target->index];
    else
        return gi_fail(GI_NOT_SUPPORTED, "PTX line %u: a variable holds the address of %.*s, which "
                       "has none in device memory", relocation->line,
                       (int)relocation->symbol.length, relocation->symbol.start);
    value = (value + (uint64_t)relocation->addend) >> relocation->shift;
    for (uint32_t i = 0; i < relocation->bytes; i++)
        place[i] = (uint8_t)(value >> 8 * i);
    return GI_OK;
}

gi_status gi_translate_image(const struct gi_ptx_module *module,
                             const struct gi_translate_variables *variables, uint64_t address,
                             uint8_t *out_image)
{
    memset(out_image, 0, variables->bytes);
    for (uint32_t i = 0; i < module->variable_count; i++) {
        const struct gi_ptx_variable *variable = module->variables[i];
        uint8_t *place = out_image + variables->offsets[i];

        if (!gi_translate_has_place(variable) || !variable->data)
            continue;
        memcpy(place, variable->data, variable->bytes);
        for (uint32_t k = 0; k < variable->relocation_count; k++) {
            const struct gi_ptx_relocation *relocation = &variable->relocations[k];
            gi_status status = relocate(module, variables, address, relocation,
                                        place + relocation->offset);

            if (status != GI_OK)
                return status;
        }
    }
    return GI_OK;
}

/* ---- a module of SPIR-V ---- */

static void make_block_size(struct gi_emit *emit, const struct gi_ptx_function *entry)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_type three = gi_spirv_type_vector(spirv, gi_emit_type_id(emit, GI_KIND_U32), 3);
    gi_id size, one;

    for (uint32_t i = 0; i < 3; i++) {
        uint32_t required = entry->required_threads[i];

        emit->block_size[i] = gi_spirv_spec_u32(spirv, i, required ? required : 1);
    }
    if (emit->meetings.way == GI_WARP_MACHINE)
        gi_emit_machine_declare(emit);
    gi_emit_lanes_declare(emit);
    /* lanes of full subgroups are numbered along one row */
    if (emit->kernel->subgroup_size) {
        one = gi_spirv_constant_u32(spirv, 1);
        size = gi_spirv_spec_composite(spirv, three,
                                       GI_SPIRV_IDS(emit->meetings.filled, one, one));
    } else {
        size = gi_spirv_spec_composite(spirv, three, emit->block_size, 3);
    }
    gi_spirv_decorate(spirv, size, GiDecorationBuiltIn, GI_SPIRV_WORDS(GiBuiltInWorkgroupSize));
}

/* The length of an array with dynamic bytes. It is not 0, and takes no more than there is. */
static gi_id dynamic_length(struct gi_emit *emit, uint32_t count, uint32_t word_bytes)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_type word = gi_emit_type_id(emit, GI_KIND_U32);
    gi_id none = gi_spirv_constant_u32(spirv, 0);
    gi_id more = gi_spirv_spec_u32(spirv, 3, 0);
    gi_id is_none;

    more = gi_spirv_spec_op(spirv, GiOpIAdd, word, more,
                            gi_spirv_constant_u32(spirv, word_bytes - 1));
    more = gi_spirv_spec_op(spirv, GiOpUDiv, word, more, gi_spirv_constant_u32(spirv, word_bytes));
    if (count != 0)
        return gi_spirv_spec_op(spirv, GiOpIAdd, word, more, gi_spirv_constant_u32(spirv, count));
    is_none = gi_spirv_spec_op(spirv, GiOpIEqual, gi_emit_type_id(emit, GI_KIND_PRED), more, none);
    return gi_spirv_spec_select(spirv, word, is_none, gi_spirv_constant_u32(spirv, 1), more);
}

/* An array for shared memory; dynamic bytes come on top. */
static void make_shared(struct gi_emit *emit)
{
    struct gi_spirv *spirv = &emit->spirv;
    struct gi_emit_words *words = &emit->shared;
    uint32_t count = (uint32_t)((emit->shared_bytes + words->bytes - 1) / words->bytes);
    gi_type array;
    gi_id length;

    if (emit->kernel->shared_in_memory) {
        gi_emit_block_declare_shared(emit);
        return;
    }
    words->storage = GiStorageClassWorkgroup;
    words->kind = gi_emit_unsigned(words->bytes * 8);
    length = emit->kernel->dynamic_shared ? dynamic_length(emit, count, words->bytes)
                                          : gi_spirv_constant_u32(spirv, count ? count : 1);
    array = gi_spirv_type_array(spirv, gi_emit_type_id(emit, words->is_float ? GI_KIND_F32
                                                                             : words->kind),
                                length, 0);
    words->variable = gi_spirv_variable(spirv, gi_spirv_type_pointer(spirv, words->storage, array),
                                        words->storage, GI_NO_ID);
}

static void declare_functions(struct gi_emit *emit)
{
    for (struct gi_emit_function *at = emit->functions; at; at = at->next) {
        const struct gi_ptx_function *function = at->function;
        uint32_t count = function->is_entry ? 0 : function->parameter_count;

        at->id = gi_spirv_new_function(&emit->spirv);
        at->result_type = gi_spirv_type_void(&emit->spirv);
        at->parameter_types = gi_arena_alloc(emit->arena, (size_t)count + 1, sizeof(gi_type));
        if (!at->parameter_types) {
            gi_spirv_fail(&emit->spirv, GI_OUT_OF_MEMORY);
            return;
        }
        if (count > 38)
            gi_emit_refuse(emit, "functions with more than 38 parameters are not built");
        for (uint32_t i = 0; i < count; i++)
            at->parameter_types[i] = gi_emit_parameter_type(emit, function->parameters[i]);
        if (!function->is_entry && function->result_count)
            at->result_type = gi_emit_parameter_type(emit, function->results[0]);
    }
}

static void describe(struct gi_emit *emit, const struct gi_ptx_function *entry)
{
    struct gi_translate_kernel *kernel = emit->kernel;

    kernel->shared_bytes = (uint32_t)emit->shared_bytes;
    kernel->local_bytes = (uint32_t)emit->local_bytes;
    kernel->registers = emit->functions->body->register_count;
    kernel->prints = emit->print_function.n != 0;
    for (int i = 0; i < 3; i++) {
        kernel->max_threads[i] = entry->max_threads[i];
        kernel->required_threads[i] = entry->required_threads[i];
    }
}

/* Asks for arithmetic that keeps what PTX keeps, as far as the device can be asked. */
static void ask_for_floats(struct gi_emit *emit)
{
    struct gi_spirv *spirv = &emit->spirv;
    const struct gi_translate_kernel *kernel = emit->kernel;
    uint32_t used = GI_TRANSLATE_F32 | (kernel->needs_float16 ? GI_TRANSLATE_F16 : 0)
        | (kernel->needs_float64 ? GI_TRANSLATE_F64 : 0);

    for (uint32_t i = 0; i < 3; i++) {
        if (used & emit->target->keeps_specials & 1u << i) {
            gi_spirv_capability(spirv, GiCapabilitySignedZeroInfNanPreserve);
            gi_spirv_execution_mode(spirv, gi_emit_entry_point(emit),
                                    GiExecutionModeSignedZeroInfNanPreserve,
                                    GI_SPIRV_WORDS(16u << i));
        }
        if ((1u << i & GI_TRANSLATE_F32) && emit->flushes) {
            gi_spirv_capability(spirv, GiCapabilityDenormFlushToZero);
            gi_spirv_execution_mode(spirv, gi_emit_entry_point(emit),
                                    GiExecutionModeDenormFlushToZero, GI_SPIRV_WORDS(32));
        } else if (used & emit->target->keeps_denormals & 1u << i) {
            gi_spirv_capability(spirv, GiCapabilityDenormPreserve);
            gi_spirv_execution_mode(spirv, gi_emit_entry_point(emit),
                                    GiExecutionModeDenormPreserve, GI_SPIRV_WORDS(16u << i));
        }
    }
}

static gi_status emit_all(struct gi_emit *emit, const struct gi_ptx_function *entry)
{
    struct gi_spirv *spirv = &emit->spirv;
    const gi_id *variables;
    uint32_t *words;
    uint32_t count;
    gi_status status;

    gi_spirv_init(spirv, emit->arena, GI_SPIRV_1_5);
    gi_spirv_capability(spirv, GiCapabilityShader);
    gi_spirv_capability(spirv, GiCapabilityExplicitMemoryModelDeviceScope);
    emit->report_access = GiMemoryAccessNonPrivatePointer;
    gi_emit_make_push(emit);
    if (emit->uses_shared || emit->takes_shared)
        make_shared(emit);
    if (emit->local_bytes || emit->takes_local)
        gi_emit_local_declare(emit);
    declare_functions(emit);
    gi_emit_check_declare(emit);
    gi_emit_rounds_declare(emit);
    make_block_size(emit, entry);
    gi_emit_find_ends(emit);
    if (emit->meetings.way == GI_WARP_MACHINE && spirv->status == GI_OK)
        gi_emit_machine_entry(emit);
    for (struct gi_emit_function *at = emit->functions; at && spirv->status == GI_OK; at = at->next)
        gi_emit_function_body(emit, at);
    emit->at = NULL;
    gi_emit_check_functions(emit);
    gi_emit_rounds_functions(emit);
    gi_emit_report_functions(emit);
    if (spirv->status == GI_OK)
        gi_emit_define_matrices(emit);
    if (spirv->status == GI_OK)
        gi_emit_define_rounded(emit);
    gi_emit_block_memory_functions(emit);
    variables = gi_spirv_variables(spirv, &count);
    gi_spirv_entry_point(spirv, gi_emit_entry_point(emit), "main", variables, count);
    gi_spirv_execution_mode(spirv, gi_emit_entry_point(emit), GiExecutionModeLocalSize,
                            GI_SPIRV_WORDS(1, 1, 1));
    ask_for_floats(emit);
    status = gi_spirv_finish(spirv, &words, &count);
    if (status != GI_OK)
        return status;
    emit->kernel->words = words;
    emit->kernel->word_count = count;
    return GI_OK;
}

/* ---- passes ---- */

static gi_status place_variables(struct gi_emit *emit, const struct gi_ptx_function *entry)
{
    (void)entry;
    return gi_translate_variables(emit->arena, emit->module, &emit->variables);
}

static gi_status find_origins(struct gi_emit *emit, const struct gi_ptx_function *entry)
{
    gi_status status = gi_emit_find_origins(emit);

    (void)entry;
    if (status == GI_OK)
        emit->flushes = gi_emit_can_flush(emit);
    return status;
}

static gi_status find_meetings(struct gi_emit *emit, const struct gi_ptx_function *entry)
{
    (void)entry;
    return gi_emit_find_needs(emit, &emit->needs);
}

static gi_status find_reloads(struct gi_emit *emit, const struct gi_ptx_function *entry)
{
    (void)entry;
    return gi_emit_find_reloads(emit);
}

static bool wants_counting(const struct gi_emit *emit)
{
    struct gi_translate_target target = *emit->target;

    target.barriers_count_warps = true;
    return emit->meetings.way == GI_WARP_MACHINE &&
        gi_warp_plan(&target, &emit->needs) != GI_WARP_MACHINE;
}

static gi_status plan_way(struct gi_emit *emit, const struct gi_ptx_function *entry)
{
    struct gi_warp_needs *needs = &emit->needs;

    (void)entry;
    /* the machine notices threads that do not reach a barrier */
    if (emit->target->checks_memory
        && (needs->barriers == GI_WARP_LEFT || needs->barriers == GI_WARP_LEFT_LOOP))
        needs->barriers = GI_WARP_APART;
    needs->alike_barriers &= !emit->target->checks_memory;
    emit->meetings.operations = needs->operations != GI_WARP_NEVER;
    emit->meetings.way = gi_warp_plan(emit->target, needs);
    emit->kernel->wants_counting = wants_counting(emit);
    emit->kernel->needs_rows = needs->barriers == GI_WARP_APART &&
        emit->meetings.way == GI_WARP_NATIVE_32;
    return GI_OK;
}

static const struct pass {
    const char *name;
    gi_status (*run)(struct gi_emit *emit, const struct gi_ptx_function *entry);
} passes[] = {
    { "variables", place_variables },
    { "survey", gi_emit_survey },
    { "origins", find_origins },
    { "meetings", find_meetings },
    { "reloads", find_reloads },
    { "way", plan_way },
    { "emission", emit_all },
};

enum { PASSES = sizeof(passes) / sizeof(passes[0]) };

const char *gi_translate_pass_name(uint32_t number)
{
    return number < PASSES ? passes[number].name : NULL;
}

/* \return  GI_OK with words, or where the watch has ended it. */
static gi_status run_passes(struct gi_emit *emit, const struct gi_ptx_function *entry,
                            const struct gi_translate_watch *watch)
{
    for (uint32_t i = 0; i < PASSES; i++) {
        gi_status status = passes[i].run(emit, entry);

        if (status != GI_OK)
            return status;
        if (watch && !watch->after(watch->context, passes[i].name, emit)) {
            *emit->kernel = (struct gi_translate_kernel){ 0 };
            return GI_OK;
        }
    }
    describe(emit, entry);
    return GI_OK;
}

gi_status gi_translate_watched(struct gi_arena *arena, const struct gi_ptx_module *module,
                               const struct gi_ptx_function *entry,
                               const struct gi_translate_target *target,
                               const struct gi_translate_watch *watch,
                               struct gi_translate_kernel *out_kernel)
{
    struct gi_emit *emit = gi_arena_alloc(arena, 1, sizeof(*emit));
    gi_status status;

    *out_kernel = (struct gi_translate_kernel){ 0 };
    if (!emit)
        return GI_OUT_OF_MEMORY;
    if (!entry->is_entry || target->push_bytes < GI_TRANSLATE_LEAST_PUSH)
        return gi_fail(GI_INVALID_VALUE, "%.*s is no kernel, or the device has too few push "
                       "constants", (int)entry->name.length, entry->name.start);
    emit->arena = arena;
    emit->module = module;
    emit->target = target;
    emit->kernel = out_kernel;
    status = run_passes(emit, entry, watch);
    if (status != GI_OK)
        *out_kernel = (struct gi_translate_kernel){ 0 };
    return status;
}

gi_status gi_translate(struct gi_arena *arena, const struct gi_ptx_module *module,
                       const struct gi_ptx_function *entry,
                       const struct gi_translate_target *target,
                       struct gi_translate_kernel *out_kernel)
{
    return gi_translate_watched(arena, module, entry, target, NULL, out_kernel);
}

/* ---- clocks ---- */

uint32_t gi_translate_clock_khz(const struct gi_translate_target *target)
{
    bool is_of_host = target->short_clock || gi_emit_clock_has_word(target, GI_PTX_S_clock64);

    return is_of_host ? 1000000 : 0;
}
