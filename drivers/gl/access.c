#include "access.h"

#include <limits.h>

/* A buffer that is bound for a moment. */
struct bound {
    const struct gigl_calls *gl;
    gigl_enum target, binding;
    int before;
};

/* A target that no drawing uses, if the context has one. The name of its binding is its own. */
static gigl_enum target_of(const struct gigl_context *context)
{
    return context->copies_buffers ? GIGL_COPY_WRITE_BUFFER : GIGL_ARRAY_BUFFER;
}

static struct bound bind(const struct gigl_context *context, gigl_enum target, gigl_name buffer)
{
    struct bound bound = {
        .gl = &context->gl, .target = target,
        .binding = target == GIGL_ARRAY_BUFFER ? GIGL_ARRAY_BUFFER_BINDING : target,
    };

    bound.gl->GetIntegerv(bound.binding, &bound.before);
    bound.gl->BindBuffer(target, buffer);
    return bound;
}

/* A buffer that was deleted in another context can be bound still, and cannot be bound again. Its
 * number may be that of another one by now, which another thread deletes behind the question. */
void gigl_buffer_rebind(const struct gigl_calls *gl, gigl_enum target, gigl_enum binding,
                        int before)
{
    bool is_there = gl->IsBuffer((gigl_name)before);
    int bound = 0;

    gl->BindBuffer(target, is_there ? (gigl_name)before : 0);
    if (!is_there)
        return;
    gl->GetIntegerv(binding, &bound);
    if (bound == before)
        return;
    (void)gl->GetError();
    gl->BindBuffer(target, 0);
}

static void unbind(const struct bound *bound)
{
    gigl_buffer_rebind(bound->gl, bound->target, bound->binding, bound->before);
}

int64_t gigl_buffer_number(const struct gigl_context *context, gigl_name buffer, gigl_enum what)
{
    const struct gigl_calls *gl = &context->gl;
    struct bound bound;
    int number = 0;

    if (context->direct_access) {
        gl->GetNamedBufferParameteriv(buffer, what, &number);
        return number;
    }
    bound = bind(context, target_of(context), buffer);
    gl->GetBufferParameteriv(bound.target, what, &number);
    unbind(&bound);
    return number;
}

/* Before OpenGL 3.2 a size comes in 32 bits. One that does not fit there comes as the nearest that
 * does, or without its upper bits. */
static uint64_t short_size(int64_t number)
{
    return number >= 0 && number < INT_MAX ? (uint64_t)number : GIGL_SIZE_NOT_TOLD;
}

uint64_t gigl_buffer_size(const struct gigl_context *context, gigl_name buffer)
{
    const struct gigl_calls *gl = &context->gl;
    struct bound bound;
    int64_t size = 0;

    if (context->direct_access) {
        gl->GetNamedBufferParameteri64v(buffer, GIGL_BUFFER_SIZE, &size);
    } else if (context->long_sizes) {
        bound = bind(context, target_of(context), buffer);
        gl->GetBufferParameteri64v(bound.target, GIGL_BUFFER_SIZE, &size);
        unbind(&bound);
    } else {
        return short_size(gigl_buffer_number(context, buffer, GIGL_BUFFER_SIZE));
    }
    return size < 0 ? 0 : (uint64_t)size;
}

void gigl_buffer_read(const struct gigl_context *context, gigl_name buffer, uint64_t size_bytes,
                      void *to)
{
    const struct gigl_calls *gl = &context->gl;
    struct bound bound;

    if (context->direct_access) {
        gl->GetNamedBufferSubData(buffer, 0, (ptrdiff_t)size_bytes, to);
        return;
    }
    bound = bind(context, target_of(context), buffer);
    gl->GetBufferSubData(bound.target, 0, (ptrdiff_t)size_bytes, to);
    unbind(&bound);
}

bool gigl_buffer_takes_writes(const struct gigl_context *context, gigl_name buffer)
{
    return !context->storage_flags || !context->copies_buffers ||
           gigl_buffer_number(context, buffer, GIGL_BUFFER_IMMUTABLE_STORAGE) == 0 ||
           (gigl_buffer_number(context, buffer, GIGL_BUFFER_STORAGE_FLAGS) &
            GIGL_DYNAMIC_STORAGE_BIT) != 0;
}

void gigl_buffer_write(const struct gigl_context *context, gigl_name buffer, uint64_t size_bytes,
                       const void *from)
{
    const struct gigl_calls *gl = &context->gl;
    struct bound bound;

    if (context->direct_access) {
        gl->NamedBufferSubData(buffer, 0, (ptrdiff_t)size_bytes, from);
        return;
    }
    bound = bind(context, target_of(context), buffer);
    gl->BufferSubData(bound.target, 0, (ptrdiff_t)size_bytes, from);
    unbind(&bound);
}

/* Mesa 25 counts the bytes of one copy in 31 bits, and crashes at more. */
#define MOST_AT_ONCE ((uint64_t)1 << 30)

static void copy_pieces(const struct gigl_calls *gl, bool by_name, gigl_name from, gigl_name to,
                        uint64_t size_bytes)
{
    for (uint64_t at = 0; at < size_bytes; at += MOST_AT_ONCE) {
        uint64_t left = size_bytes - at;
        ptrdiff_t piece = (ptrdiff_t)(left < MOST_AT_ONCE ? left : MOST_AT_ONCE);

        (by_name ? gl->CopyNamedBufferSubData : gl->CopyBufferSubData)(
            from, to, (ptrdiff_t)at, (ptrdiff_t)at, piece);
    }
}

void gigl_buffer_copy(const struct gigl_context *context, gigl_name from, gigl_name to,
                      uint64_t size_bytes)
{
    struct bound source, target;

    if (context->direct_access) {
        copy_pieces(&context->gl, true, from, to, size_bytes);
        return;
    }
    source = bind(context, GIGL_COPY_READ_BUFFER, from);
    target = bind(context, GIGL_COPY_WRITE_BUFFER, to);
    copy_pieces(&context->gl, false, source.target, target.target, size_bytes);
    unbind(&target);
    unbind(&source);
}

gigl_name gigl_buffer_make(const struct gigl_context *context, uint64_t size_bytes,
                           const void *from)
{
    const struct gigl_calls *gl = &context->gl;
    struct bound bound;
    gigl_name buffer = 0;

    if (context->direct_access) {
        gl->CreateBuffers(1, &buffer);
        gl->NamedBufferData(buffer, (ptrdiff_t)size_bytes, from, GIGL_STATIC_DRAW);
        return buffer;
    }
    gl->GenBuffers(1, &buffer);
    bound = bind(context, target_of(context), buffer);
    gl->BufferData(bound.target, (ptrdiff_t)size_bytes, from, GIGL_STATIC_DRAW);
    unbind(&bound);
    return buffer;
}

gigl_name gigl_buffer_make_in(const struct gigl_context *context, uint64_t size_bytes,
                              gigl_name memory)
{
    const struct gigl_calls *gl = &context->gl;
    struct bound bound;
    gigl_name buffer = 0;

    if (context->direct_access) {
        gl->CreateBuffers(1, &buffer);
        gl->NamedBufferStorageMemEXT(buffer, (ptrdiff_t)size_bytes, memory, 0);
        return buffer;
    }
    gl->GenBuffers(1, &buffer);
    bound = bind(context, target_of(context), buffer);
    gl->BufferStorageMemEXT(bound.target, (ptrdiff_t)size_bytes, memory, 0);
    unbind(&bound);
    return buffer;
}
