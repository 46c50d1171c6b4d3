#include "control.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>
#include <dlfcn.h>

bool card_is_here(void)
{
    return dlsym(RTLD_DEFAULT, "gicard_configure") != NULL;
}

static void *card_function(const char *name)
{
    void *address = dlsym(RTLD_DEFAULT, name);

    assert_non_null(address);
    return address;
}

struct gicard_counters card_counters(void)
{
    struct gicard_counters counters = { .ioctls = 0 };
    gicard_read_counters_fn *read_counters;
    void *address = card_function("gicard_read_counters");

    memcpy(&read_counters, &address, sizeof(address));
    read_counters(&counters, sizeof(counters));
    return counters;
}

void card_configure(const char *settings)
{
    gicard_configure_fn *configure;
    void *address = card_function("gicard_configure");

    memcpy(&configure, &address, sizeof(address));
    assert_int_equal(configure(settings), 0);
}

void expect_broken(unsigned count)
{
    assert_int_equal(card_counters().violations, count);
    card_configure("violations=0");
}
