#include "reflect.h"

#include <string.h>

#include "kernel/reflect/reflect_ids.h"
#include "kernel/reflect/reflect_images.h"

struct reader {
    struct gi_arena *arena;
    const uint32_t *words;
    size_t word_count;
    struct gi_reflect_ids ids;
    struct gi_reflect_module *module;
    uint32_t push_variable;         /* 0: none */
    uint32_t size_constant;         /* the constant that is the block's size for all kernels; 0 */
};

/* One instruction: its first word is at[0]. */
struct instruction {
    const uint32_t *at;
    uint32_t count;                 /* of words */
    uint32_t opcode;
};

static gi_status damaged(const char *what)
{
    return gi_fail(GI_INVALID_VALUE, "SPIR-V: %s", what);
}

/* ---- walking --------------------------------------------------------------------------------- */

/* Goes to the instruction at *position; false behind the last. */
static bool next(const struct reader *reader, size_t *position, struct instruction *out)
{
    if (*position >= reader->word_count)
        return false;
    out->at = reader->words + *position;
    out->count = out->at[0] >> 16;
    out->opcode = out->at[0] & 0xffff;
    *position += out->count;
    return true;
}

static gi_status check_lengths(const struct reader *reader)
{
    size_t position = GI_SPIRV_HEADER_WORDS;

    while (position < reader->word_count) {
        uint32_t count = reader->words[position] >> 16;

        if (count == 0 || count > reader->word_count - position)
            return damaged("an instruction is longer than the module");
        position += count;
    }
    return GI_OK;
}

static gi_status check_header(const struct reader *reader)
{
    const uint32_t *words = reader->words;

    if (reader->word_count < GI_SPIRV_HEADER_WORDS || words[0] != GI_SPIRV_MAGIC)
        return damaged("this is no module");
    if (reader->word_count > GI_REFLECT_MOST_WORDS)
        return damaged("the module is too long");
    if (words[GI_SPIRV_VERSION] > GI_SPIRV_1_6 || words[GI_SPIRV_VERSION] < 0x00010000)
        return gi_fail(GI_INVALID_VALUE, "SPIR-V: version 0x%08x; 1.0 to 1.6 are read",
                       words[GI_SPIRV_VERSION]);
    if (words[GI_SPIRV_BOUND] == 0 || words[GI_SPIRV_BOUND] > reader->word_count)
        return damaged("the number of names is impossible");
    return check_lengths(reader);
}

/* A text that ends within the instruction; NULL if it does not. */
static const char *text_at(struct reader *reader, const struct instruction *in, uint32_t operand,
                           uint32_t *out_words)
{
    const char *text = (const char *)(in->at + operand);
    size_t room = operand < in->count ? (size_t)(in->count - operand) * 4 : 0;
    size_t length = strnlen(text, room);
    char *copy;

    if (length == room)
        return NULL;
    *out_words = (uint32_t)(length / 4 + 1);
    copy = gi_arena_alloc(reader->arena, length + 1, 1);
    if (copy != NULL)
        memcpy(copy, text, length);
    return copy;
}

/* ---- kernels --------------------------------------------------------------------------------- */

static gi_status read_parameters(struct reader *reader, struct gi_reflect_kernel *kernel)
{
    const struct gi_reflect_struct *block;
    struct gi_reflect_parameter *parameters;

    if (reader->push_variable == 0)
        return GI_OK;
    block = gi_reflect_block_of(&reader->ids, reader->push_variable);
    if (block == NULL)
        return damaged("the push constants are no block");
    parameters = gi_arena_alloc(reader->arena, (size_t)block->count + 1, sizeof *parameters);
    if (parameters == NULL)
        return GI_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < block->count; i++) {
        uint64_t bytes;

        if (!gi_reflect_size(&reader->ids, block->members[i], &bytes))
            return gi_fail(GI_NOT_SUPPORTED, "SPIR-V: the size of parameter %u of %s is not known",
                           i, kernel->name);
        parameters[i] = (struct gi_reflect_parameter){ block->offsets[i], (uint32_t)bytes };
        if (bytes > UINT16_MAX || block->offsets[i] > UINT16_MAX)
            return gi_fail(GI_NOT_SUPPORTED, "SPIR-V: the parameters of %s are too large",
                           kernel->name);
        if (parameters[i].offset_bytes + parameters[i].bytes > kernel->parameter_bytes)
            kernel->parameter_bytes = parameters[i].offset_bytes + parameters[i].bytes;
    }
    kernel->parameters = parameters;
    kernel->parameter_count = block->count;
    return GI_OK;
}

static void set_block(struct reader *reader, struct gi_reflect_kernel *kernel, uint32_t direction,
                      uint32_t id)
{
    const struct gi_reflect_id *constant = gi_reflect_id(&reader->ids, id);

    kernel->block[direction] = constant->kind == GI_REFLECT_CONSTANT ? constant->value : 0;
    kernel->block_is_constant[direction] =
        constant->kind == GI_REFLECT_CONSTANT && constant->spec_id == direction;
}

/* The kernel whose function is named, or NULL. */
static struct gi_reflect_kernel *kernel_of(struct reader *reader, uint32_t function)
{
    const struct gi_reflect_id *id = gi_reflect_id(&reader->ids, function);

    if (id->kind != GI_REFLECT_ENTRY || id->value >= reader->module->kernel_count)
        return NULL;
    return (struct gi_reflect_kernel *)&reader->module->kernels[id->value];
}

static void read_mode(struct reader *reader, const struct instruction *in)
{
    struct gi_reflect_kernel *kernel = in->count > 2 ? kernel_of(reader, in->at[1]) : NULL;

    if (kernel == NULL || in->count < 6)
        return;
    for (uint32_t i = 0; i < 3; i++) {
        if (in->at[2] == GiExecutionModeLocalSize)
            kernel->block[i] = in->at[3 + i];
        else if (in->at[2] == GiExecutionModeLocalSizeId)
            set_block(reader, kernel, i, in->at[3 + i]);
    }
}

/* A constant of three parts that is decorated as the block's size goes before all modes. */
static void read_size_constant(struct reader *reader)
{
    const struct gi_reflect_id *size = gi_reflect_id(&reader->ids, reader->size_constant);

    if (reader->size_constant == 0 || size->kind != GI_REFLECT_TRIPLE)
        return;
    for (uint32_t k = 0; k < reader->module->kernel_count; k++) {
        for (uint32_t i = 0; i < 3; i++)
            set_block(reader, (struct gi_reflect_kernel *)&reader->module->kernels[k], i,
                      size->parts[i]);
    }
}

static gi_status read_entries(struct reader *reader)
{
    struct gi_reflect_kernel *kernels;
    struct instruction in;
    uint32_t count = 0, words;

    for (size_t at = GI_SPIRV_HEADER_WORDS; next(reader, &at, &in);)
        count += in.opcode == GiOpEntryPoint && in.count > 3 &&
                 in.at[1] == GiExecutionModelGLCompute;
    if (count == 0)
        return damaged("the module has no compute kernel");
    kernels = gi_arena_alloc(reader->arena, count, sizeof *kernels);
    if (kernels == NULL)
        return GI_OUT_OF_MEMORY;
    reader->module->kernels = kernels;
    for (size_t at = GI_SPIRV_HEADER_WORDS; next(reader, &at, &in);) {
        struct gi_reflect_kernel *kernel = &kernels[reader->module->kernel_count];

        if (in.opcode != GiOpEntryPoint || in.count <= 3 || in.at[1] != GiExecutionModelGLCompute)
            continue;
        *kernel = (struct gi_reflect_kernel){ .block = { 1, 1, 1 } };
        kernel->name = text_at(reader, &in, 3, &words);
        if (kernel->name == NULL)
            return damaged("the name of a kernel does not end");
        if (!gi_reflect_set_entry(&reader->ids, in.at[2], reader->module->kernel_count))
            return damaged("a kernel has no function");
        reader->module->kernel_count++;
    }
    return GI_OK;
}

/* ---- the module ------------------------------------------------------------------------------ */

static gi_status read_capabilities(struct reader *reader)
{
    struct instruction in;
    uint32_t *list, count = 0;

    for (size_t at = GI_SPIRV_HEADER_WORDS; next(reader, &at, &in);)
        count += in.opcode == GiOpCapability && in.count == 2;
    list = gi_arena_alloc(reader->arena, (size_t)count + 1, sizeof *list);
    if (list == NULL)
        return GI_OUT_OF_MEMORY;
    reader->module->capabilities = list;
    for (size_t at = GI_SPIRV_HEADER_WORDS; next(reader, &at, &in);) {
        if (in.opcode == GiOpCapability && in.count == 2)
            list[reader->module->capability_count++] = in.at[1];
    }
    return GI_OK;
}

static bool is_buffer(const struct reader *reader, const struct gi_reflect_id *variable)
{
    const struct gi_reflect_id *pointer = gi_reflect_id(&reader->ids, variable->type);

    return variable->storage == GiStorageClassStorageBuffer ||
           (variable->storage == GiStorageClassUniform &&
            gi_reflect_id(&reader->ids, pointer->type)->is_buffer_block);
}

static gi_status read_binding(struct reader *reader, const struct gi_reflect_id *variable)
{
    if (is_buffer(reader, variable)) {
        reader->module->buffer_count++;
        return GI_OK;
    }
    if (variable->set == 0 && variable->binding < GI_IMAGE_BINDINGS &&
        variable->storage == GiStorageClassUniformConstant) {
        reader->module->uses_images = true;
        return GI_OK;
    }
    return gi_fail(GI_NOT_SUPPORTED, "SPIR-V: a kernel may bind storage buffers, and textures and "
                   "surfaces (set 0, bindings 0 to %d); there is set %u, binding %u. Constants are "
                   "members of the push constants", GI_IMAGE_BINDINGS - 1, variable->set,
                   variable->binding);
}

/* Adds a variable in shared memory to all kernels: which of them use it is not known before version
 * 1.4, and modules of several kernels are rare. */
static gi_status read_shared(struct reader *reader, const struct gi_reflect_id *variable)
{
    uint64_t bytes, step;

    if (!gi_reflect_shared_size(&reader->ids, variable->type, &bytes, &step) ||
        bytes > UINT32_MAX || step > UINT32_MAX)
        return gi_fail(GI_NOT_SUPPORTED, "SPIR-V: the size of a variable in shared memory is not "
                       "known");
    for (uint32_t k = 0; k < reader->module->kernel_count; k++) {
        struct gi_reflect_kernel *kernel = (struct gi_reflect_kernel *)&reader->module->kernels[k];

        kernel->shared_bytes += (uint32_t)bytes;
        kernel->shared_step_bytes += (uint32_t)step;
    }
    return GI_OK;
}

static gi_status read_variable(struct reader *reader, uint32_t id)
{
    const struct gi_reflect_id *variable = gi_reflect_id(&reader->ids, id);

    switch (variable->storage) {
    case GiStorageClassPushConstant:
        if (reader->push_variable != 0)
            return gi_fail(GI_NOT_SUPPORTED, "SPIR-V: there are two blocks of push constants");
        reader->push_variable = id;
        return GI_OK;
    case GiStorageClassWorkgroup:
        return read_shared(reader, variable);
    case GiStorageClassUniform:
    case GiStorageClassUniformConstant:
    case GiStorageClassStorageBuffer:
        return read_binding(reader, variable);
    default:
        return GI_OK;
    }
}

static gi_status read_variables(struct reader *reader)
{
    struct instruction in;
    gi_status status = GI_OK;

    for (size_t at = GI_SPIRV_HEADER_WORDS; status == GI_OK && next(reader, &at, &in);) {
        if (in.opcode == GiOpFunction)
            break;
        if (in.opcode == GiOpVariable && in.count >= 4)
            status = read_variable(reader, in.at[2]);
        else if (in.opcode == GiOpDecorate && in.count == 4 && in.at[2] == GiDecorationBuiltIn &&
                 in.at[3] == GiBuiltInWorkgroupSize)
            reader->size_constant = in.at[1];
    }
    return status;
}

static gi_status read_all(struct reader *reader)
{
    struct instruction in;
    gi_status status = check_header(reader);

    if (status == GI_OK)
        status = gi_reflect_ids_init(&reader->ids, reader->arena, reader->words[GI_SPIRV_BOUND]);
    if (status == GI_OK)
        status = read_entries(reader);
    for (size_t at = GI_SPIRV_HEADER_WORDS; status == GI_OK && next(reader, &at, &in);) {
        if (in.opcode == GiOpFunction)
            break;
        status = gi_reflect_ids_read(&reader->ids, in.at, in.count);
    }
    if (status == GI_OK)
        status = read_capabilities(reader);
    if (status == GI_OK)
        status = read_variables(reader);
    if (status != GI_OK)
        return status;
    reader->module->is_plain = reader->module->buffer_count == 0 &&
                               reader->words[GI_SPIRV_VERSION] <= GI_SPIRV_1_5;
    for (size_t at = GI_SPIRV_HEADER_WORDS; next(reader, &at, &in);) {
        if (in.opcode == GiOpExecutionMode || in.opcode == GiOpExecutionModeId)
            read_mode(reader, &in);
        reader->module->is_plain &= in.opcode != GiOpExecutionModeId;
    }
    read_size_constant(reader);
    for (uint32_t k = 0; status == GI_OK && k < reader->module->kernel_count; k++)
        status = read_parameters(reader, (struct gi_reflect_kernel *)&reader->module->kernels[k]);
    return status;
}

gi_status gi_reflect_read(struct gi_arena *arena, const uint32_t *words, size_t word_count,
                          struct gi_reflect_module *out_module)
{
    struct reader reader = {
        .arena = arena, .words = words, .word_count = word_count, .module = out_module
    };

    *out_module = (struct gi_reflect_module){ 0 };
    return read_all(&reader);
}
