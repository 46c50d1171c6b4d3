/* A context of GLX that is indirect, on a fake GLX: it is refused before a function of OpenGL is
 * called. And functions come from the window system that has the current context. */
#include "contract/graphics.h"

#include <stddef.h>
#include <string.h>

#include "test_cases.h"

#include "fake_gl.h"

extern int fake_glx_current, fake_glx_found, fake_glx_direct, fake_glx_asked;

TEST_CASE(an_indirect_context_is_refused)
{
    struct gi_graphics_facts facts;

    assert_int_equal(gi_graphics->tell(&facts), GI_INVALID_GRAPHICS_CONTEXT);
    assert_non_null(strstr(gi_last_error_detail(), "no context of EGL or GLX"));
    fake_glx_current = 1;
    for (int round = 0; round < 2; round++) {
        assert_int_equal(gi_graphics->tell(&facts), GI_INVALID_GRAPHICS_CONTEXT);
        assert_non_null(strstr(gi_last_error_detail(), "indirect"));
    }
    assert_int_equal(fake_glx_found, 0);
}

/* Both window systems are loaded. This GLX has no functions of OpenGL: its context is refused. */
TEST_CASE(functions_are_those_of_the_context)
{
    struct gi_graphics_facts facts;

    fake_gl_reset();
    fake_glx_current = fake_glx_direct = 1;
    fake_glx_asked = 0;
    assert_int_equal(gi_graphics->tell(&facts), GI_INVALID_GRAPHICS_CONTEXT);
    assert_non_null(strstr(gi_last_error_detail(), "GLX finds no"));
    assert_int_not_equal(fake_glx_asked, 0);
    fake_gl_make_current(0);
    fake_glx_asked = 0;
    assert_int_equal(gi_graphics->tell(&facts), GI_OK);
    assert_string_equal(facts.device_name, "a fake");
    assert_int_equal(fake_glx_asked, 0);
}
