/* Copies of textures by compute shaders, on a fake OpenGL: they go both ways and leave no trace. In
 * other cases pixels are copied. */
#include "contract/graphics.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "test_cases.h"

#include "fake_gl.h"

enum { WIDTH = 72, HEIGHT = 9, BYTES = WIDTH * HEIGHT * 4, ROOM = 2 * BYTES, RGBA8 = 0x8058,
       RGBA8UI = 0x8D7C, SRGB8_ALPHA8 = 0x8C43, MIN_FILTER = 0, MAG_FILTER, BASE_LEVEL, MAX_LEVEL,
       NEAREST = 0x2600, LINEAR = 0x2601 };

static unsigned char *shadow;            /* the bytes of its memory object */
static int as_image;                     /* the shadow is a texture */
static struct gi_graphics_object *texture;

static void fill(unsigned char *bytes, unsigned int seed)
{
    for (size_t i = 0; i < BYTES; i++)
        bytes[i] = (unsigned char)(seed + i * 7);
}

static void expect(const unsigned char *bytes, unsigned int seed)
{
    unsigned char wanted[BYTES];

    fill(wanted, seed);
    assert_memory_equal(bytes, wanted, BYTES);
}

/* Registers a texture whose shadow is a buffer, or a texture. */
static void begin(int internal, bool by_kernels)
{
    gigl_name name = fake_gl_image(GIGL_TEXTURE_2D, internal, WIDTH, HEIGHT, 1, 1);
    int fd = memfd_create("shadow", MFD_CLOEXEC);

    assert_true(fd >= 0 && ftruncate(fd, ROOM) == 0);
    shadow = mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    fake_gl_set_parameter(name, MIN_FILTER, LINEAR);
    texture = calloc(1, gi_graphics->size);
    assert_non_null(texture);
    texture->name = name;
    texture->target = GIGL_TEXTURE_2D;
    texture->by_kernels = by_kernels;
    assert_int_equal(gi_graphics->init(texture), GI_OK);
    assert_int_equal(gi_graphics->share(texture, &(struct gi_graphics_memory){
        .fd = fd, .size_bytes = ROOM, .is_image = as_image }), GI_OK);
    close(fd);
}

static void end(void)
{
    gigl_name name = texture->name;

    gi_graphics->finish(texture);
    free(texture);
    gi_graphics->clean();
    fake_gl_delete_image(name);
    munmap(shadow, ROOM);
    assert_int_equal(fake_gl_error(), 0);
}

/* One copy each way, of which shaders make so many. */
static void trip(int by_shaders)
{
    int before = fake_gl.dispatches;

    fill(fake_gl_texels(texture->name, 0), 3);
    gi_graphics->to_shadow(texture);
    expect(shadow, 3);
    fill(shadow, 90);
    gi_graphics->from_shadow(texture);
    expect(fake_gl_texels(texture->name, 0), 90);
    gi_graphics->settle(texture);
    assert_int_equal(fake_gl.dispatches - before, by_shaders);
}

static int setup(void **state)
{
    (void)state;
    as_image = 0;
    fake_gl_reset();
    fake_gl_make_current(0);
    return 0;
}

/* Has a case run with both kinds of shadows. */
static void with_both(void (*run)(void))
{
    for (int kind = 0; kind < 2; kind++) {
        (void)setup(NULL);
        as_image = kind;
        run();
    }
}

/* The program, image and buffer of the program's own shaders stay, as do the error flag and the
 * pixel store. The last registration takes the library's programs along. */
static void change_nothing(void)
{
    static const char *const own = "imageLoad";
    struct fake_places is = {
        .images = { { .level = 2, .is_layered = 1, .layer = 3, .access = 0x88BA,
                      .format = 0x8229 }, { .level = 1, .access = 0x88B9, .format = 0x8058 } },
        .start = 256, .size = 512 }, now;
    int live;

    is.program = fake_gl_program(own);
    is.images[0].name = fake_gl_image(GIGL_TEXTURE_2D, RGBA8, 8, 8, 1, 1);
    is.images[1].name = fake_gl_image(GIGL_TEXTURE_2D, RGBA8, 8, 8, 1, 1);
    is.buffer = fake_gl_buffer(4096, NULL);
    live = fake_gl_live();
    begin(RGBA8, true);
    fake_gl_bind(0x90D2, is.buffer);
    fake_gl_set_places(&is);
    fake_gl_set_error(0x0502);
    trip(2);
    now = fake_gl_places();
    assert_memory_equal(&now, &is, sizeof is);
    assert_int_equal(fake_gl_bound(0x90D2), is.buffer);
    assert_int_equal(fake_gl_error(), 0x0502);
    fake_gl_set_error(0);
    end();
    assert_int_equal(fake_gl_live(), live);
}

TEST_CASE(nothing_of_the_context_changes)
{
    with_both(change_nothing);
}

/* What was deleted in another context is bound still, and cannot be bound again. A copy between
 * textures does not touch the place for buffers. */
static void bind_nothing_gone(void)
{
    const struct fake_image_place gone = { .name = 400, .format = 0x8229 };
    struct fake_places is = { .images = { gone, gone }, .buffer = 401, .size = 16 };

    begin(RGBA8, true);
    fake_gl_set_places(&is);
    trip(2);
    assert_int_equal(fake_gl_places().images[0].name, 0);
    assert_int_equal(fake_gl_places().images[1].name, as_image ? 0 : 400);
    assert_int_equal(fake_gl_places().buffer, as_image ? 401 : 0);
    end();
}

TEST_CASE(what_is_gone_is_not_bound_again)
{
    with_both(bind_nothing_gone);
}

/* What the context must not lose, or does not have. OpenGL copies by itself then. */
static void meet_states(void)
{
    gigl_name own = fake_gl_program("");
    const struct fake_places is = { .program = own };
    int *const refuses[] = { &fake_gl.list, &fake_gl.feedback, &fake_gl.subroutines,
                             &fake_gl.links_nothing };

    begin(RGBA8, true);
    fake_gl_set_places(&is);
    for (size_t i = 0; i < sizeof refuses / sizeof refuses[0]; i++) {
        *refuses[i] = 1;
        trip(0);
        *refuses[i] = 0;
    }
    fake_gl.deleted_program = own;
    trip(0);
    fake_gl.deleted_program = 0;
    fake_gl_set_places(&(struct fake_places){ .program = 0 });
    fake_gl.pipeline = 5;
    trip(0);
    fake_gl.pipeline = 0;
    trip(2);
    end();
}

TEST_CASE(some_states_allow_no_shaders)
{
    with_both(meet_states);
}

/* A texture that shaders do not see whole. */
static void meet_textures(void)
{
    begin(RGBA8, true);
    fake_gl_set_parameter(texture->name, MIN_FILTER, 0x2702);
    trip(0);
    fake_gl_set_parameter(texture->name, MAX_LEVEL, 0);
    trip(2);
    fake_gl_set_parameter(texture->name, BASE_LEVEL, 1);
    trip(0);
    end();
    begin(RGBA8UI, true);
    trip(0);
    fake_gl_set_parameter(texture->name, MIN_FILTER, NEAREST);
    fake_gl_set_parameter(texture->name, MAG_FILTER, LINEAR);
    trip(0);
    fake_gl_set_parameter(texture->name, MAG_FILTER, NEAREST);
    trip(2);
    end();
    begin(SRGB8_ALPHA8, true);
    trip(0);
    end();
    begin(RGBA8, false);
    trip(0);
    end();
}

TEST_CASE(some_textures_allow_no_shaders)
{
    with_both(meet_textures);
}

/* Contexts without them, and buffers that are too large for them. Textures are not. */
static void meet_contexts(void)
{
    static const struct { const char *version; int bytes, copies, of_images; } contexts[] = {
        { "4.5 fake", 1 << 27, 2, 2 }, { "4.3 fake", 1 << 27, 2, 2 },
        { "4.2 fake", 1 << 27, 0, 0 }, { "4.4 fake", BYTES, 2, 2 }, { "4.5 fake", BYTES - 1, 0, 2 },
    };

    for (size_t i = 0; i < sizeof contexts / sizeof contexts[0]; i++) {
        fake_gl_reset();
        fake_gl.version = contexts[i].version;
        fake_gl.storage_bytes = contexts[i].bytes;
        fake_gl_make_current((int)i * 2 + 1);
        begin(RGBA8, true);
        trip(as_image ? contexts[i].of_images : contexts[i].copies);
        end();
    }
}

TEST_CASE(some_contexts_have_no_shaders)
{
    with_both(meet_contexts);
}

/* OpenGL makes no program at first. The next copy asks again. */
static void refuse_a_program(void)
{
    begin(RGBA8, true);
    fake_gl.fails = "CreateShaderProgramv";
    trip(1);
    trip(2);
    end();
}

TEST_CASE(a_refused_program_leaves_the_copies_of_opengl)
{
    with_both(refuse_a_program);
}

/* The program deletes the library's programs, and has others by their numbers. */
static void give_numbers_to_others(void)
{
    gigl_name programs = as_image ? 1 : 2;

    begin(RGBA8, true);
    trip(2);
    for (gigl_name program = 1; program <= programs; program++)
        fake_gl_delete_program(program);
    trip(0);
    for (gigl_name program = 1; program <= programs; program++)
        assert_int_equal(fake_gl_program("imageLoad imageStore"), program);
    trip(0);
    end();
    assert_int_equal(fake_gl_live(), programs);
}

TEST_CASE(numbers_of_other_programs)
{
    with_both(give_numbers_to_others);
}

/* Levels behind the first are copied as pixels, and those that are not there are left alone. */
TEST_CASE_WITH(other_levels_are_pixels, setup, NULL)
{
    enum { SMALL = WIDTH / 2 * (HEIGHT / 2) * 4 };
    unsigned char *level;

    begin(RGBA8, true);
    trip(2);
    assert_int_equal(fake_gl.reads + fake_gl.writes, 0);
    fake_gl_add_level(texture->name, 1);
    level = fake_gl_texels(texture->name, 1);
    trip(2);
    memset(level, 7, SMALL);
    assert_int_equal(fake_gl.reads, 1);
    assert_int_equal(fake_gl.writes, 1);
    gi_graphics->to_shadow(texture);
    for (int i = 0; i < SMALL; i++)
        assert_int_equal(shadow[BYTES + i], 7);
    memset(shadow + BYTES, 8, SMALL);
    gi_graphics->from_shadow(texture);
    assert_int_equal(level[0] + level[SMALL - 1], 16);
    end();
}

/* Of a texture in the shadow's place OpenGL copies these levels. No parameter is set if there is
 * none. */
TEST_CASE_WITH(other_levels_are_copied_by_opengl, setup, NULL)
{
    unsigned char *level;

    as_image = 1;
    begin(RGBA8, true);
    trip(2);
    assert_int_equal(fake_gl.copies, 0);
    assert_int_equal(fake_gl.parameters, 2);     /* the shadow's filters */
    fake_gl_add_level(texture->name, 1);
    level = fake_gl_texels(texture->name, 1);
    memset(level, 7, WIDTH / 2 * (HEIGHT / 2) * 4);
    gi_graphics->to_shadow(texture);
    assert_int_equal(shadow[BYTES], 7);
    memset(shadow + BYTES, 8, WIDTH / 2 * (HEIGHT / 2) * 4);
    gi_graphics->from_shadow(texture);
    assert_int_equal(level[0], 8);
    assert_int_equal(fake_gl.copies, 2);
    assert_int_equal(fake_gl_parameter(texture->name, MIN_FILTER), LINEAR);
    end();
}
