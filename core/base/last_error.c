#include "last_error.h"

#include "log_listen.h"

static _Thread_local struct last_error {
    int code;
    bool is_lost;                /* code is the error of a lost device */
} last_errors[GI_INTERFACES];

void gi_last_error_set(const struct gi_interface *interface, int code, bool is_lost)
{
    struct last_error *last = &last_errors[interface->number];

    if (!last->is_lost)
        last->code = code;
    last->is_lost |= is_lost;
    gi_log_failed_call();
}

int gi_last_error_peek(const struct gi_interface *interface)
{
    return last_errors[interface->number].code;
}

int gi_last_error_take(const struct gi_interface *interface)
{
    struct last_error *last = &last_errors[interface->number];
    int code = last->code;

    if (!last->is_lost)
        last->code = 0;
    return code;
}

void gi_last_error_reset(const struct gi_interface *interface)
{
    struct last_error *last = &last_errors[interface->number];

    if (last->is_lost)
        *last = (struct last_error){ 0 };
}
