/* The library's part of OpenGL, on a fake: how a context is found, what it can do, and that no call
 * leaves a trace in it. */
#include "contract/graphics.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <pthread.h>
#include <stdatomic.h>

#include "test_cases.h"
#include "base/log.h"
#include "fake_gl.h"
#include "gl/context.h"
#include "gl/formats.h"

enum { BYTES = 5000, ROOM = 8192 };

/* What a program's context can be, with the ways that reach a buffer. */
static const struct kind {
    const char *version, *extensions;
    bool copies, takes_memory;
} kinds[] = {
    { "4.5 fake", "GL_EXT_memory_object GL_EXT_memory_object_fd", true, true },
    { "4.4 fake", "GL_EXT_memory_object GL_EXT_memory_object_fd GL_ARB_direct_state_access", true,
      true },
    { "3.2 fake", "GL_EXT_memory_object GL_EXT_memory_object_fd", true, true },
    { "3.2 fake", "GL_EXT_memory_object", true, false },
    { "3.1 fake", "", true, false },
    { "3.0 fake", "GL_EXT_memory_object_fd GL_EXT_memory_object GL_ARB_copy_buffer", true, true },
    { "3.0 fake", "GL_EXT_memory_object GL_EXT_memory_object_fd", false, false },
    { "2.1 fake", "GL_ARB_copy_buffers GL_ARB_copy_buffer", true, false },
    { "2.1 fake", "GL_ARB_copy_buffers", false, false },
    { "1.5 fake", "", false, false },
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

static int setup(void **state)
{
    (void)state;
    fake_gl_reset();
    return 0;
}

/* A registered object of the fake; target is 0 for a buffer. */
static struct gi_graphics_object *find(gigl_name name, gigl_enum target)
{
    struct gi_graphics_object *object = calloc(1, gi_graphics->size);

    assert_non_null(object);
    object->name = name;
    object->target = target;
    assert_int_equal(gi_graphics->init(object), GI_OK);
    return object;
}

static struct gi_graphics_object *find_buffer(gigl_name name)
{
    return find(name, 0);
}

static void end(struct gi_graphics_object *object)
{
    gi_graphics->finish(object);
    free(object);
    gi_graphics->clean();
}

static void fill(unsigned char *bytes, size_t count, unsigned int seed)
{
    for (size_t i = 0; i < count; i++)
        bytes[i] = (unsigned char)(seed + i * 7);
}

static gigl_name counting(unsigned int seed)
{
    unsigned char bytes[BYTES];

    fill(bytes, BYTES, seed);
    return fake_gl_buffer(BYTES, bytes);
}

/* The context's state, which a call must leave alone. */
struct trace {
    gigl_name array, source, target;
    gigl_enum error;
};

static struct trace trace_of(bool has_copies)
{
    return (struct trace){
        .array = fake_gl_bound(GIGL_ARRAY_BUFFER),
        .source = has_copies ? fake_gl_bound(GIGL_COPY_READ_BUFFER) : 0,
        .target = has_copies ? fake_gl_bound(GIGL_COPY_WRITE_BUFFER) : 0,
        .error = fake_gl_error(),
    };
}

static void same_trace(struct trace a, struct trace b)
{
    assert_int_equal(a.array, b.array);
    assert_int_equal(a.source, b.source);
    assert_int_equal(a.target, b.target);
    assert_int_equal(a.error, b.error);
}

static int open_memory(void **out_bytes)
{
    int fd = memfd_create("shadow", 0);

    assert_true(fd >= 0);
    assert_int_equal(ftruncate(fd, ROOM), 0);
    *out_bytes = mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    assert_true(*out_bytes != MAP_FAILED);
    return fd;
}

TEST_CASE_WITH(no_context_is_refused, setup, NULL)
{
    struct gi_graphics_facts facts;
    struct gi_graphics_object buffer = { .name = 1 };

    assert_int_equal(gi_graphics->tell(&facts), GI_INVALID_GRAPHICS_CONTEXT);
    assert_int_equal(gi_graphics->init(&buffer), GI_INVALID_GRAPHICS_CONTEXT);
    gi_graphics->clean();
    gi_graphics->wait();
    assert_int_equal(fake_gl.finishes, 0);
}

TEST_CASE_WITH(old_and_other_contexts_are_refused, setup, NULL)
{
    static const char *const versions[] = { "OpenGL ES 3.2 fake", "", "none", "99.1" };
    struct gi_graphics_facts facts;

    fake_gl_make_current(0);
    for (size_t i = 0; i < 4; i++) {
        fake_gl.version = versions[i];
        assert_int_equal(gi_graphics->tell(&facts), GI_INVALID_GRAPHICS_CONTEXT);
        assert_non_null(strstr(gi_last_error_detail(), "OpenGL ES cannot"));
    }
    assert_int_equal(fake_gl_error(), 0);
}

TEST_CASE_WITH(facts_are_of_versions_and_extensions, setup, NULL)
{
    struct gi_graphics_facts facts;

    fake_gl_make_current(0);
    memcpy(fake_gl.uuid, "0123456789abcdef", 16);
    for (size_t i = 0; i < KINDS; i++) {
        fake_gl.version = kinds[i].version;
        fake_gl.extensions = kinds[i].extensions;
        fake_gl_make_current((int)(i % 2));      /* another context: it is looked at anew */
        assert_int_equal(gi_graphics->tell(&facts), GI_OK);
        assert_int_equal(facts.copies_buffers, kinds[i].copies);
        assert_int_equal(facts.takes_memory, kinds[i].takes_memory);
        assert_int_equal(facts.has_uuid,
                         strstr(kinds[i].extensions, "GL_EXT_memory_object") != NULL);
        if (facts.has_uuid)
            assert_memory_equal(facts.uuid, "0123456789abcdef", 16);
        assert_string_equal(facts.device_name, "a fake");
    }
    fake_gl.uuids = 0;
    fake_gl.version = "4.6 fake";
    assert_int_equal(gi_graphics->tell(&facts), GI_OK);
    assert_false(facts.has_uuid);
    assert_int_equal(fake_gl.stubs, 0);
    assert_int_equal(fake_gl_error(), 0);
}

/* A context at the address of one that has ended, and that differs by its profile alone. */
TEST_CASE_WITH(profiles_are_told_apart, setup, NULL)
{
    static const int profiles[] = { GIGL_COMPATIBILITY_BIT, 1, GIGL_COMPATIBILITY_BIT };
    const struct gigl_context *context;

    fake_gl_make_current(0);
    for (size_t i = 0; i < 3; i++) {
        fake_gl.profile = profiles[i];
        assert_int_equal(gigl_context_get(&context), GI_OK);
        assert_int_equal(context->compatibility, profiles[i] == GIGL_COMPATIBILITY_BIT);
    }
    assert_int_equal(fake_gl_error(), 0);
}

/* Each format is found by its number, and arrays have its channels. */
TEST_CASE_WITH(formats_are_those_of_arrays, setup, NULL)
{
    const struct gigl_format *format, *found;
    size_t count = 0;

    for (; (format = gigl_format_at(count)) != NULL; count++) {
        struct gi_channels channels = gigl_format_channels(format);
        enum gi_format image;

        assert_int_equal(gigl_format_find((int)format->internal, &found), GI_OK);
        assert_ptr_equal(found, format);
        assert_true(format->channels == 1 || format->channels == 2 || format->channels == 4);
        assert_int_equal(gi_format_from_channels(&channels, &image), GI_OK);
        assert_int_equal(gi_format_info(image)->block_bytes, format->channels * format->bits / 8);
    }
    assert_in_range(count, 50, 100);
    assert_int_equal(gigl_format_find(0, &found), GI_INVALID_VALUE);
    assert_int_equal(gigl_format_find(-1, &found), GI_INVALID_VALUE);
}

/* Names that are no buffers', with the program's own error left where it is. */
TEST_CASE_WITH(wrong_names_are_refused, setup, NULL)
{
    struct gi_graphics_object buffer = { .name = 0 };

    fake_gl_make_current(0);
    fake_gl_set_error(0x0505);
    assert_int_equal(gi_graphics->init(&buffer), GI_INVALID_VALUE);
    buffer.name = 60;
    assert_int_equal(gi_graphics->init(&buffer), GI_INVALID_HANDLE);
    buffer.name = fake_gl_generated();
    assert_int_equal(gi_graphics->init(&buffer), GI_INVALID_HANDLE);
    fake_gl_bind(GIGL_ARRAY_BUFFER, buffer.name);
    assert_int_equal(gi_graphics->init(&buffer), GI_OUT_OF_MEMORY);
    assert_int_equal(fake_gl_error(), 0x0505);
    assert_int_equal(fake_gl_live(), 1);
}

/* By the host, in every kind of context: the bytes go both ways, and no trace is left. */
TEST_CASE_WITH(the_host_reads_and_writes, setup, NULL)
{
    unsigned char bytes[BYTES], wanted[BYTES];

    for (size_t i = 0; i < KINDS; i++) {
        struct gi_graphics_object *buffer;
        struct trace before;
        gigl_name name;

        fake_gl_reset();
        fake_gl.version = kinds[i].version;
        fake_gl.extensions = kinds[i].extensions;
        fake_gl_make_current(0);
        name = counting(1);
        fake_gl_bind(GIGL_ARRAY_BUFFER, counting(2));
        fake_gl_bind(GIGL_COPY_WRITE_BUFFER, counting(3));
        fake_gl_bind(GIGL_COPY_READ_BUFFER, name);
        fake_gl_set_error(0x0500);
        before = trace_of(true);
        buffer = find_buffer(name);
        assert_int_equal(buffer->size_bytes, BYTES);
        assert_int_equal(gi_graphics->enter(buffer), GI_OK);
        assert_int_equal(gi_graphics->look(buffer), GI_GRAPHICS_SAME);
        gi_graphics->read(buffer, bytes);
        fill(wanted, BYTES, 1);
        assert_memory_equal(bytes, wanted, BYTES);
        fill(wanted, BYTES, 9);
        gi_graphics->write(buffer, wanted);
        assert_memory_equal(fake_gl_bytes(name), wanted, BYTES);
        gi_graphics->wait();
        end(buffer);
        same_trace(before, trace_of(true));
        assert_int_equal(fake_gl_live(), 3);
        assert_int_equal(fake_gl.stubs, 0);
    }
}

static gigl_name bound;

/* As another thread does in its context, where nothing unbinds the buffer here. */
static void delete_bound(void)
{
    fake_gl_make_current(1);
    fake_gl_delete(bound);
    fake_gl_make_current(0);
}

/* Reads an object while a buffer is bound, which ends behind the question whether it is there. */
static void read_while_it_ends(gigl_enum target, gigl_name name, gigl_enum image_target)
{
    unsigned char bytes[BYTES], wanted[BYTES];
    struct gi_graphics_object *object = find(name, image_target);

    bound = fake_gl_buffer(16, "0123456789abcdef");
    fake_gl_bind(target, bound);
    fake_gl.meanwhile_in = "IsBuffer";
    fake_gl.meanwhile_of = bound;
    fake_gl.meanwhile = delete_bound;
    gi_graphics->read(object, bytes);
    assert_null(fake_gl.meanwhile);
    assert_int_equal(fake_gl_bound(target), 0);
    assert_int_equal(fake_gl_error(), 0);
    fill(wanted, BYTES, 1);
    assert_memory_equal(bytes, wanted, object->size_bytes);
    end(object);
    assert_int_equal(fake_gl_live(), 1);
}

/* It may be one that the library had for a copy in another thread. */
TEST_CASE_WITH(a_found_buffer_ends_meanwhile, setup, NULL)
{
    struct gi_graphics_object *object = calloc(1, gi_graphics->size), *other;

    assert_non_null(object);
    fake_gl_make_current(0);
    other = find_buffer(fake_gl_buffer(16, NULL));       /* the group has its marker */
    bound = fake_gl_buffer(16, "0123456789abcdef");
    object->name = bound;
    fake_gl.meanwhile_in = "Size";
    fake_gl.meanwhile_of = bound;
    fake_gl.meanwhile = delete_bound;
    assert_int_equal(gi_graphics->init(object), GI_INVALID_HANDLE);
    assert_null(fake_gl.meanwhile);
    free(object);
    end(other);
    assert_int_equal(fake_gl_live(), 1);
}

TEST_CASE_WITH(a_bound_buffer_ends_meanwhile, setup, NULL)
{
    static const struct { const char *version; gigl_enum target; } buffers[] = {
        { "3.2 fake", GIGL_COPY_WRITE_BUFFER }, { "1.5 fake", GIGL_ARRAY_BUFFER } };
    static const gigl_enum pixels[] = { GIGL_PIXEL_PACK_BUFFER, GIGL_PIXEL_UNPACK_BUFFER };

    for (size_t i = 0; i < 2; i++) {
        fake_gl.extensions = "";
        fake_gl.version = buffers[i].version;
        fake_gl_make_current(0);
        read_while_it_ends(buffers[i].target, counting(1), 0);
        fake_gl_reset();
    }
    for (size_t i = 0; i < 2; i++) {
        gigl_name texture;

        fake_gl_make_current(0);
        texture = fake_gl_image(GIGL_TEXTURE_2D, 0x8058, 8, 8, 1, 1);
        fill(fake_gl_texels(texture, 0), (size_t)8 * 8 * 4, 1);
        read_while_it_ends(pixels[i], texture, GIGL_TEXTURE_2D);
        fake_gl_reset();
    }
}

static struct gi_graphics_object *deleted;
static enum gi_graphics_look seen;

static void look_at_deleted(void)
{
    seen = gi_graphics->look(deleted);
}

/* What the library makes for one copy can get the name of an object that the program has deleted
 * while it was registered. Another thread that maps it then must not take the one for the other. */
static void expect_gone_in(const char *place, gigl_name name)
{
    seen = GI_GRAPHICS_SAME;
    fake_gl.meanwhile_in = place;
    fake_gl.meanwhile_of = name;
    fake_gl.meanwhile = look_at_deleted;
}

TEST_CASE_WITH(a_buffer_between_is_not_the_program_s, setup, NULL)
{
    unsigned char bytes[BYTES];
    gigl_name fixed, other;
    struct gi_graphics_object *object;

    fake_gl_make_current(0);
    fixed = counting(1);
    other = counting(2);
    fake_gl_make_fixed(fixed);
    object = find_buffer(fixed);
    deleted = find_buffer(other);
    fake_gl_delete(other);
    fill(bytes, BYTES, 3);
    expect_gone_in("SubData", other);
    gi_graphics->write(object, bytes);
    assert_null(fake_gl.meanwhile);
    assert_int_equal(seen, GI_GRAPHICS_GONE);
    assert_memory_equal(fake_gl_bytes(fixed), bytes, BYTES);
    assert_int_equal(gi_graphics->look(deleted), GI_GRAPHICS_GONE);
    assert_int_equal(fake_gl_error(), 0);
    end(deleted);
    end(object);
    assert_int_equal(fake_gl_live(), 1);
}

TEST_CASE_WITH(a_texture_between_is_not_the_program_s, setup, NULL)
{
    unsigned char texels[8 * 8 * 4] = { 0 };
    gigl_name renderbuffer, other;
    struct gi_graphics_object *object;

    fake_gl_make_current(0);
    renderbuffer = fake_gl_image(GIGL_RENDERBUFFER, 0x8058, 8, 8, 1, 1);
    other = fake_gl_image(GIGL_TEXTURE_2D, 0x8058, 8, 8, 1, 1);
    object = find(renderbuffer, GIGL_RENDERBUFFER);
    deleted = find(other, GIGL_TEXTURE_2D);
    for (int writes = 0; writes < 2; writes++) {
        if (writes == 0)
            fake_gl_delete_image(other);
        expect_gone_in("CopyImage", other);
        if (writes != 0)
            gi_graphics->write(object, texels);
        else
            gi_graphics->read(object, texels);
        assert_null(fake_gl.meanwhile);
        assert_int_equal(seen, GI_GRAPHICS_GONE);
    }
    assert_int_equal(fake_gl_error(), 0);
    end(deleted);
    end(object);
    assert_int_equal(fake_gl_live(), 1);
}

/* Storage that only copies can change. */
TEST_CASE_WITH(fixed_storage_is_written_by_a_copy, setup, NULL)
{
    unsigned char wanted[BYTES];
    struct gi_graphics_object *buffer;

    fake_gl_make_current(0);
    buffer = find_buffer(counting(1));
    fake_gl_make_fixed(buffer->name);
    fill(wanted, BYTES, 5);
    gi_graphics->write(buffer, wanted);
    assert_memory_equal(fake_gl_bytes(buffer->name), wanted, BYTES);
    assert_int_equal(fake_gl_error(), 0);
    end(buffer);
    assert_int_equal(fake_gl_live(), 1);
}

/* By a shadow: what is copied there lies in the memory, and the way back. */
TEST_CASE_WITH(a_shadow_is_copied_both_ways, setup, NULL)
{
    unsigned char wanted[BYTES];

    for (size_t i = 0; i < KINDS; i++) {
        struct gi_graphics_object *buffer;
        struct trace before;
        void *bytes;
        int fd;

        if (!kinds[i].takes_memory)
            continue;
        fake_gl_reset();
        fake_gl.version = kinds[i].version;
        fake_gl.extensions = kinds[i].extensions;
        fake_gl_make_current(0);
        fake_gl.room_behind = 48;
        fd = open_memory(&bytes);
        buffer = find_buffer(counting(4));
        fake_gl_bind(GIGL_COPY_READ_BUFFER, buffer->name);
        before = trace_of(true);
        assert_int_equal(gi_graphics->share(buffer, &(struct gi_graphics_memory){
            .fd = fd, .size_bytes = ROOM, .dedicated = i % 2 }), GI_OK);
        gi_graphics->to_shadow(buffer);
        fill(wanted, BYTES, 4);
        assert_memory_equal(bytes, wanted, BYTES);
        fill(bytes, BYTES, 77);
        gi_graphics->from_shadow(buffer);
        fill(wanted, BYTES, 77);
        assert_memory_equal(fake_gl_bytes(buffer->name), wanted, BYTES);
        gi_graphics->settle(buffer);
        gi_graphics->settle(buffer);
        assert_int_equal(fake_gl.fences, 0);
        assert_int_equal(fake_gl.reads + fake_gl.writes, 0);
        end(buffer);
        same_trace(before, trace_of(true));
        assert_int_equal(fake_gl_live(), 1);
        assert_int_equal(fake_gl.closed_fds, 1);
        assert_int_equal(fake_gl.stolen_fds, 0);
        munmap(bytes, ROOM);
        close(fd);
    }
}

/* Memory that is refused leaves nothing: no object, no fd, no error. */
TEST_CASE_WITH(a_refused_shadow_leaves_nothing, setup, NULL)
{
    static const char *const places[] = { "ImportMemoryFdEXT", "BufferStorageMemEXT" };
    struct gi_graphics_object *buffer;
    void *bytes;
    int fd = open_memory(&bytes), next;

    fake_gl_make_current(0);
    buffer = find_buffer(counting(4));
    for (size_t i = 0; i < 2; i++) {
        int live = fake_gl_live();

        next = dup(fd);
        close(next);
        fake_gl.fails = places[i];
        fake_gl.failure = GIGL_OUT_OF_MEMORY;
        assert_int_equal(gi_graphics->share(buffer, &(struct gi_graphics_memory){
            .fd = fd, .size_bytes = ROOM }), GI_OUT_OF_MEMORY);
        assert_int_equal(fake_gl_error(), 0);
        assert_int_equal(fake_gl_live(), live);
        assert_int_equal(dup(fd), next);         /* no fd is left open */
        close(next);
    }
    fake_gl.room_behind = ROOM;
    assert_int_equal(gi_graphics->share(buffer, &(struct gi_graphics_memory){
        .fd = fd, .size_bytes = ROOM }), GI_OUT_OF_MEMORY);
    assert_int_equal(fake_gl_error(), 0);
    end(buffer);
    munmap(bytes, ROOM);
    close(fd);
}

/* OpenGL has taken the fd and makes no buffer: it closes the fd with the memory object. Its number
 * is another file's by then, and stays open. */
TEST_CASE_WITH(a_refused_shadow_closes_no_other_file, setup, NULL)
{
    struct gi_graphics_object *buffer;
    struct stat null, now;
    void *bytes;
    int fd = open_memory(&bytes);

    assert_int_equal(stat("/dev/null", &null), 0);
    fake_gl_make_current(0);
    buffer = find_buffer(counting(4));
    fake_gl.fails = "BufferStorageMemEXT";
    fake_gl.failure = GIGL_OUT_OF_MEMORY;
    fake_gl.reopens = 1;
    assert_int_equal(gi_graphics->share(buffer, &(struct gi_graphics_memory){
        .fd = fd, .size_bytes = ROOM }), GI_OUT_OF_MEMORY);
    assert_true(fake_gl.reopens > 2);
    assert_int_equal(fstat(fake_gl.reopens, &now), 0);
    assert_int_equal(now.st_rdev, null.st_rdev);
    close(fake_gl.reopens);
    end(buffer);
    munmap(bytes, ROOM);
    close(fd);
}

/* Without fences the copy back is waited for. */
TEST_CASE_WITH(without_fences_a_copy_back_is_waited_for, setup, NULL)
{
    struct gi_graphics_object *buffer;
    void *bytes;
    int fd = open_memory(&bytes);

    fake_gl.version = "3.1 fake";
    fake_gl_make_current(0);
    buffer = find_buffer(counting(4));
    assert_int_equal(gi_graphics->share(buffer, &(struct gi_graphics_memory){
        .fd = fd, .size_bytes = ROOM }), GI_OK);
    gi_graphics->from_shadow(buffer);
    assert_int_equal(fake_gl.fences, 0);
    assert_int_equal(fake_gl.finishes, 1);
    end(buffer);
    munmap(bytes, ROOM);
    close(fd);
}

TEST_CASE_WITH(what_became_of_a_buffer, setup, NULL)
{
    struct gi_graphics_object *buffer;

    fake_gl_make_current(0);
    buffer = find_buffer(counting(1));
    fake_gl_map(buffer->name, 0);
    assert_int_equal(gi_graphics->look(buffer), GI_GRAPHICS_MAPPED);
    fake_gl_map(buffer->name, GIGL_MAP_PERSISTENT_BIT);
    assert_int_equal(gi_graphics->look(buffer), GI_GRAPHICS_SAME);
    fake_gl_unmap(buffer->name);
    fake_gl_resize(buffer->name, BYTES + 1);
    assert_int_equal(gi_graphics->look(buffer), GI_GRAPHICS_RESIZED);
    fake_gl_delete(buffer->name);
    assert_int_equal(gi_graphics->look(buffer), GI_GRAPHICS_GONE);
    end(buffer);
    assert_int_equal(fake_gl_error(), 0);
}

TEST_CASE_WITH(what_became_of_an_image, setup, NULL)
{
    const gigl_enum targets[] = { GIGL_TEXTURE_2D, GIGL_RENDERBUFFER };

    fake_gl_make_current(0);
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        gigl_name name = fake_gl_image(targets[i], 0x8058, 8, 8, 1, 1);
        struct gi_graphics_object *image = find(name, targets[i]);

        assert_int_equal(gi_graphics->look(image), GI_GRAPHICS_SAME);
        fake_gl_reshape(name, 0x8058, 8, 4);
        assert_int_equal(gi_graphics->look(image), GI_GRAPHICS_RESIZED);
        fake_gl_reshape(name, 0x8051, 8, 8);
        assert_int_equal(gi_graphics->look(image), GI_GRAPHICS_RESIZED);
        assert_int_equal(gi_graphics->levels(image), 0);
        fake_gl_delete_image(name);
        assert_int_equal(gi_graphics->look(image), GI_GRAPHICS_GONE);
        end(image);
    }
    assert_int_equal(fake_gl_error(), 0);
}

/* A context that shares is fine, one that does not is refused, also if it has a buffer of the
 * marker's name and size. What was left is deleted in a context of the group. */
TEST_CASE_WITH(groups_are_told_apart, setup, NULL)
{
    unsigned char zeros[16] = { 0 };
    struct gi_graphics_object *buffer;
    struct gi_graphics_facts facts;

    fake_gl_make_current(2);
    for (int i = 0; i < 4; i++)
        fake_gl_buffer(16, zeros);
    fake_gl_make_current(0);
    buffer = find_buffer(counting(1));
    fake_gl_make_current(1);
    assert_int_equal(gi_graphics->enter(buffer), GI_OK);
    fake_gl_make_current(2);
    assert_int_equal(gi_graphics->enter(buffer), GI_INVALID_GRAPHICS_CONTEXT);
    fake_gl_make_current(-1);
    assert_int_equal(gi_graphics->enter(buffer), GI_INVALID_GRAPHICS_CONTEXT);
    gi_graphics->finish(buffer);
    free(buffer);
    gi_graphics->clean();
    fake_gl_make_current(2);
    gi_graphics->clean();
    assert_int_equal(gi_graphics->tell(&facts), GI_OK);
    assert_int_equal(fake_gl_live(), 4);
    fake_gl_make_current(1);
    assert_int_equal(fake_gl_live(), 2);
    gi_graphics->clean();
    assert_int_equal(fake_gl_live(), 1);
}

static struct gi_graphics_object *ended;
static atomic_bool has_stopped;
static atomic_int looks, wrong_looks;

/* In a context of its own, which shares objects. */
static void *look_at_ended(void *data)
{
    (void)data;
    fake_gl_make_current(1);
    while (!atomic_load(&has_stopped)) {
        atomic_fetch_add(&wrong_looks, gi_graphics->look(ended) != GI_GRAPHICS_GONE);
        atomic_fetch_add(&looks, 1);
    }
    atomic_fetch_add(&wrong_looks, fake_gl_error() != 0);
    return NULL;
}

/* A shadow gets the number of a buffer that the program has deleted. No look in another thread
 * takes the one for the other, when the shadow comes and when it goes. */
TEST_CASE_WITH(a_shadow_is_not_a_buffer_with_its_number, setup, NULL)
{
    gigl_name name;
    pthread_t thread;
    void *bytes;
    int fd = open_memory(&bytes);

    fake_gl.version = "3.2 fake";
    fake_gl_make_current(0);
    ended = find_buffer(counting(1));
    name = counting(2);
    fake_gl_delete(ended->name);
    fake_gl.yields = 1;
    assert_int_equal(pthread_create(&thread, NULL, look_at_ended, NULL), 0);
    for (int i = 0; i < 300 || atomic_load(&looks) < 300; i++) {
        struct gi_graphics_object *other = find_buffer(name);

        assert_int_equal(gi_graphics->share(other, &(struct gi_graphics_memory){
            .fd = fd, .size_bytes = ROOM }), GI_OK);
        end(other);
    }
    atomic_store(&has_stopped, true);
    pthread_join(thread, NULL);
    assert_int_equal(atomic_load(&wrong_looks), 0);
    end(ended);
    assert_int_equal(fake_gl_live(), 1);
    munmap(bytes, ROOM);
    close(fd);
}

/* In a lost context nothing happens, and nothing is touched. */
TEST_CASE_WITH(a_lost_context_is_refused, setup, NULL)
{
    struct gi_graphics_object *buffer;

    fake_gl_make_current(0);
    buffer = find_buffer(counting(1));
    fake_gl.lost = 1;
    assert_int_equal(gi_graphics->enter(buffer), GI_INVALID_GRAPHICS_CONTEXT);
    gi_graphics->finish(buffer);
    gi_graphics->clean();
    free(buffer);
    fake_gl.lost = 0;
    gi_graphics->clean();
    assert_int_equal(fake_gl_live(), 1);
}
