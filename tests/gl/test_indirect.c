/* A context of GLX that is indirect, on a fake GLX: it is refused before a function of OpenGL is
 * called. And functions come from the window system that has the current context, as do exports. */
#include "contract/graphics.h"

#include <stddef.h>
#include <string.h>

#include "test_cases.h"

#include "gl/export.h"

#include "fake_gl.h"

extern int fake_glx_current, fake_glx_found, fake_glx_direct, fake_glx_asked;
extern const char *fake_glx_extensions;

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

/* Each window system names its extension, and answers any name of a function. */
TEST_CASE(exports_are_those_of_the_context)
{
    struct gigl_current current;

    fake_gl_reset();
    fake_glx_current = fake_glx_direct = 1;
    assert_int_equal(gigl_find_current(&current), GI_OK);
    assert_string_equal(current.system, "GLX");
    fake_gl.interop = "EGL_MESA_gl_interop GLX_MESA_gl_interop";
    fake_glx_extensions = "EGL_MESA_gl_interop GLX_MESA_gl_interop_2";
    assert_null(gigl_export_find(&current));
    fake_gl.interop = "";
    fake_glx_extensions = "GLX_ARB_create_context GLX_MESA_gl_interop";
    assert_non_null(gigl_export_find(&current));
    fake_gl_make_current(0);
    assert_int_equal(gigl_find_current(&current), GI_OK);
    assert_string_equal(current.system, "EGL");
    assert_null(gigl_export_find(&current));
}
