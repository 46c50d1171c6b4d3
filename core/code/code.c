#include "code.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/heap/heap_names.h"
#include "kernel/translate/ptx/examine.h"
#include "kernel/translate/translate.h"
#include "known_functions.h"
#include "shader.h"

/* The most memory that the parser takes for one module. */
#define PARSE_LIMIT_BYTES ((size_t)1 << 30)

static struct gi_ptx_text text_of(const char *name)
{
    return (struct gi_ptx_text){ name, (uint32_t)strnlen(name, UINT32_MAX) };
}

/* The parser's errors mean wrong device code of the program, not a wrong argument of a call. */
static gi_status of_parser(gi_status status)
{
    if (status == GI_INVALID_VALUE)
        return GI_INVALID_PTX;
    return status == GI_NOT_SUPPORTED ? GI_NO_BINARY : status;
}

static bool has_known_opcodes(struct gi_arena *arena, const struct gi_ptx_module *ptx)
{
    for (uint32_t i = 0; i < ptx->function_count; i++) {
        struct gi_ptx_body *body;

        if (!ptx->functions[i]->has_body)
            continue;
        if (gi_ptx_parse_body(arena, ptx, ptx->functions[i], &body) != GI_OK)
            return false;
        for (uint32_t k = 0; k < body->instruction_count; k++) {
            if (body->instructions[k].opcode == GI_PTX_OP_UNKNOWN)
                return false;
        }
    }
    return true;
}

static bool is_known_text(void *user, const char *text, size_t byte_count)
{
    struct gi_ptx_module *ptx;
    struct gi_arena arena;
    bool known;

    (void)user;
    gi_arena_init(&arena, PARSE_LIMIT_BYTES);
    known = gi_ptx_parse(&arena, text, byte_count, &ptx) == GI_OK &&
            has_known_opcodes(&arena, ptx);
    gi_arena_finish(&arena);
    return known;
}

/* Keeps a copy: the program's need not be aligned. */
static gi_status copy_shader(struct gi_code *code, const struct gi_container_entry *entry)
{
    void *words = NULL;

    if (entry->byte_count % sizeof(uint32_t) == 0 && entry->byte_count <= GI_CONTAINER_MOST_BYTES)
        words = gi_arena_alloc(&code->arena, entry->byte_count / sizeof(uint32_t) + 1,
                               sizeof(uint32_t));
    else
        return gi_fail(GI_INVALID_IMAGE, "SPIR-V: %zu bytes are no module", entry->byte_count);
    if (words == NULL)
        return GI_OUT_OF_MEMORY;
    memcpy(words, entry->bytes, entry->byte_count);
    code->words = words;
    code->word_count = entry->byte_count / sizeof(uint32_t);
    return GI_OK;
}

static gi_status choose_from(struct gi_code *code, const struct gi_container *container)
{
    const struct gi_container_entry *shader = gi_container_spirv(container);
    gi_status status = gi_container_choose(container, GI_CODE_CAPABILITY, is_known_text, NULL,
                                           &code->text);

    return status == GI_NO_BINARY && shader != NULL ? copy_shader(code, shader) : status;
}

/* A segment is memory that the program's compiler wrote, and is passed without a size. The bytes of
 * a file that look like one are no pointer to follow. */
static gi_status open_image(const void *image, size_t size_bytes,
                            struct gi_container *out_container)
{
    gi_status status = GI_OK;

    if (size_bytes == GI_CONTAINER_ENDLESS)
        status = gi_container_of_segment(image, &image);
    if (status != GI_OK)
        return status;
    return gi_container_read(image, size_bytes, out_container);
}

static gi_status choose_code(const void *image, size_t size_bytes, struct gi_code *code)
{
    struct gi_container container;
    gi_status status = open_image(image, size_bytes, &container);

    if (status != GI_OK)
        return status;
    status = choose_from(code, &container);
    gi_container_finish(&container);
    return status;
}

gi_status gi_code_choose(const void *image, size_t size_bytes, struct gi_container_text *out_text)
{
    struct gi_container container;
    gi_status status = open_image(image, size_bytes, &container);

    if (status != GI_OK)
        return status;
    status = gi_container_choose(&container, GI_CODE_CAPABILITY, is_known_text, NULL, out_text);
    gi_container_finish(&container);
    return status;
}

size_t gi_code_bytes(const void *image)
{
    struct gi_container container;
    size_t bytes = 0;

    if (open_image(image, GI_CONTAINER_ENDLESS, &container) != GI_OK)
        return 0;
    for (uint32_t i = 0; i < container.count; i++) {
        const struct gi_container_entry *entry = &container.entries[i];

        if (entry->kind == GI_CODE_PTX || entry->kind == GI_CODE_SPIRV)
            bytes += entry->unpacked_count;
    }
    gi_container_finish(&container);
    return bytes;
}

/* Keeps what messages of kernels are made from. */
static gi_status keep_texts(struct gi_code *code)
{
    gi_status status;
    uint8_t *texts;

    if (gi_ptx_find_function(code->ptx, text_of("vprintf")) == NULL &&
        gi_ptx_find_function(code->ptx, text_of("__assertfail")) == NULL)
        return GI_OK;
    texts = gi_arena_alloc(&code->arena, code->variables.bytes + 1, 1);
    if (texts == NULL)
        return GI_OUT_OF_MEMORY;
    status = gi_translate_image(code->ptx, &code->variables, 0, texts);
    if (status == GI_OK)
        code->texts = texts;
    return of_parser(status);
}

static gi_status parse_text(struct gi_code *code)
{
    return gi_ptx_parse(&code->arena, code->text.text, code->text.byte_count, &code->ptx);
}

/* Puts the functions of an interface behind the text that the text only declares. */
static gi_status add_known_functions(struct gi_code *code)
{
    size_t bytes, more;
    char *known, *text;
    gi_status status = gi_known_functions_for(code->ptx, &known);

    if (status != GI_OK || known == NULL)
        return status;
    bytes = strnlen(code->text.text, code->text.byte_count);
    more = strlen(known);
    text = realloc(code->text.text, bytes + more + 1);
    if (text != NULL) {
        memcpy(text + bytes, known, more + 1);
        code->text.text = text;
        code->text.byte_count = bytes + more;
        status = parse_text(code);
    } else {
        status = gi_fail(GI_OUT_OF_MEMORY, "no host memory for functions of device code");
    }
    free(known);
    return status;
}

static void note_variables(struct gi_code *code)
{
    const struct gi_ptx_variable *heap = gi_heap_variable(code->ptx);

    if (heap != NULL)
        code->heap_variable_offset = code->variables.offsets[heap->index];
    for (uint32_t i = 0; i < code->ptx->variable_count; i++) {
        const struct gi_ptx_variable *variable = code->ptx->variables[i];

        code->has_managed |= variable->is_managed;
        code->constant_bytes += variable->space == GI_PTX_CONST ? variable->bytes : 0;
    }
}

/* Returns NULL without memory. */
static const char *copy_name(struct gi_arena *arena, struct gi_ptx_text name)
{
    char *copy = gi_arena_alloc(arena, (size_t)name.length + 1, 1);

    return copy != NULL ? memcpy(copy, name.start, name.length) : NULL;
}

static gi_status list_kernels(struct gi_code *code)
{
    struct gi_code_kernel *kernels = gi_arena_alloc(
        &code->arena, (size_t)code->ptx->function_count + 1, sizeof *kernels);

    if (kernels == NULL)
        return GI_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < code->ptx->function_count; i++) {
        const struct gi_ptx_function *function = code->ptx->functions[i];
        struct gi_code_kernel *kernel = &kernels[code->kernel_count];

        if (!function->is_entry || !function->has_body)
            continue;
        *kernel = (struct gi_code_kernel){ .name = copy_name(&code->arena, function->name),
                                           .number = code->kernel_count, .ptx = function };
        if (kernel->name == NULL)
            return GI_OUT_OF_MEMORY;
        code->kernel_count++;
    }
    code->kernels = kernels;
    code->ptx_version = code->ptx->target_number;
    return GI_OK;
}

static gi_status parse(struct gi_code *code)
{
    gi_status status = parse_text(code);

    if (status == GI_OK)
        status = add_known_functions(code);
    if (status == GI_OK)
        status = gi_translate_variables(&code->arena, code->ptx, &code->variables);
    if (status != GI_OK)
        return of_parser(status);
    note_variables(code);
    status = list_kernels(code);
    return status == GI_OK ? keep_texts(code) : status;
}

static gi_status read_shader(struct gi_code *code)
{
    gi_status status = gi_shader_read(&code->arena, code->words, code->word_count, &code->shader,
                                      &code->words, &code->word_count);
    struct gi_code_kernel *kernels;

    if (status != GI_OK)
        return status;
    kernels = gi_arena_alloc(&code->arena, (size_t)code->shader.kernel_count + 1, sizeof *kernels);
    if (kernels == NULL)
        return GI_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < code->shader.kernel_count; i++)
        kernels[i] = (struct gi_code_kernel){ .name = code->shader.kernels[i].name, .number = i,
                                              .shader = &code->shader.kernels[i] };
    code->kernels = kernels;
    code->kernel_count = code->shader.kernel_count;
    return GI_OK;
}

gi_status gi_code_read(const void *image, size_t size_bytes, struct gi_code **out_code)
{
    struct gi_code *code = calloc(1, sizeof *code);
    gi_status status;

    if (code == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for device code");
    atomic_init(&code->refs, 1);
    pthread_mutex_init(&code->digest_lock, NULL);
    pthread_mutex_init(&code->compiled_lock, NULL);
    gi_arena_init(&code->arena, PARSE_LIMIT_BYTES);
    status = choose_code(image, size_bytes, code);
    if (status == GI_OK)
        status = code->words != NULL ? read_shader(code) : parse(code);
    if (status != GI_OK) {
        gi_code_unref(code);
        return status;
    }
    *out_code = code;
    return GI_OK;
}

static gi_status examine(const struct gi_code *code, bool links)
{
    return code->ptx == NULL ? GI_OK : of_parser(gi_translate_examine(code->ptx, links));
}

gi_status gi_code_read_whole(const void *image, size_t size_bytes, bool links,
                             struct gi_code **out_code)
{
    struct gi_code *code;
    gi_status status = gi_code_read(image, size_bytes, &code);

    if (status == GI_INVALID_PTX)
        status = of_parser(gi_translate_as_assembler(GI_INVALID_VALUE));
    if (status != GI_OK)
        return status;
    status = examine(code, links);
    if (status == GI_OK)
        *out_code = code;
    else
        gi_code_unref(code);
    return status;
}

void gi_code_ref(struct gi_code *code)
{
    atomic_fetch_add_explicit(&code->refs, 1, memory_order_relaxed);
}

void gi_code_unref(struct gi_code *code)
{
    if (code == NULL || atomic_fetch_sub_explicit(&code->refs, 1, memory_order_acq_rel) != 1)
        return;
    if (code->end_compiled != NULL)
        code->end_compiled(code);
    gi_arena_finish(&code->arena);
    gi_container_text_finish(&code->text);
    pthread_mutex_destroy(&code->compiled_lock);
    pthread_mutex_destroy(&code->digest_lock);
    free(code);
}

struct gi_digest gi_code_digest(struct gi_code *code)
{
    struct gi_digest digest;

    pthread_mutex_lock(&code->digest_lock);
    if (!code->has_digest)
        code->digest = gi_digest_of(code->text.text, code->text.byte_count);
    code->has_digest = true;
    digest = code->digest;
    pthread_mutex_unlock(&code->digest_lock);
    return digest;
}

static int by_index(const void *index, const void *kernel)
{
    uint32_t wanted = *(const uint32_t *)index;
    uint32_t there = ((const struct gi_code_kernel *)kernel)->ptx->index;

    return (wanted > there) - (wanted < there);
}

static const struct gi_code_kernel *kernel_of_ptx(const struct gi_code *code, const char *name)
{
    const struct gi_ptx_function *function = gi_ptx_find_function(code->ptx, text_of(name));

    return function == NULL ? NULL : bsearch(&function->index, code->kernels, code->kernel_count,
                                             sizeof code->kernels[0], by_index);
}

const struct gi_code_kernel *gi_code_find_kernel(const struct gi_code *code, const char *name)
{
    if (code->ptx != NULL)
        return kernel_of_ptx(code, name);
    for (uint32_t i = 0; i < code->kernel_count; i++) {
        if (strcmp(code->kernels[i].name, name) == 0)
            return &code->kernels[i];
    }
    return NULL;
}

bool gi_code_find_variable(const struct gi_code *code, const char *name,
                           struct gi_code_variable *out_variable)
{
    const struct gi_ptx_variable *variable = NULL;

    if (code->ptx != NULL)
        variable = gi_ptx_find_variable(code->ptx, text_of(name));
    if (variable == NULL || !gi_translate_has_place(variable))
        return false;
    *out_variable = (struct gi_code_variable){ code->variables.offsets[variable->index],
                                               variable->bytes, variable->is_managed };
    return true;
}

gi_status gi_code_image(const struct gi_code *code, uint64_t address, uint8_t *out_image)
{
    return of_parser(gi_translate_image(code->ptx, &code->variables, address, out_image));
}
