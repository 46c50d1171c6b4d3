/* A context of GLX that is indirect, on a fake GLX: it is refused before a function of OpenGL is
 * called. */
#include "contract/graphics.h"

#include <stddef.h>
#include <string.h>

#include "test_cases.h"

extern int fake_glx_current, fake_glx_found;

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
