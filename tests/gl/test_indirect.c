/* A context of GLX that is indirect, on a fake GLX: it is refused before a function of OpenGL is
 * called. */
#include "contract/graphics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

extern int fake_glx_current, fake_glx_found;

static void an_indirect_context_is_refused(void **state)
{
    struct gi_graphics_facts facts;

    (void)state;
    assert_int_equal(gi_graphics->tell(&facts), GI_INVALID_GRAPHICS_CONTEXT);
    assert_non_null(strstr(gi_last_error_detail(), "no context of EGL or GLX"));
    fake_glx_current = 1;
    for (int round = 0; round < 2; round++) {
        assert_int_equal(gi_graphics->tell(&facts), GI_INVALID_GRAPHICS_CONTEXT);
        assert_non_null(strstr(gi_last_error_detail(), "indirect"));
    }
    assert_int_equal(fake_glx_found, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_indirect_context_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
