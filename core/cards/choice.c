#include "choice.h"

#include <stdlib.h>
#include <string.h>

/* A negative number is no wish. */
static size_t read_wish(const char *field, enum gi_wish_kind kind)
{
    size_t size = 0;
    int number = 0;

    if (kind == GI_WISH_SIZE)
        memcpy(&size, field, sizeof size);
    else
        memcpy(&number, field, sizeof number);
    return kind == GI_WISH_SIZE ? size : number > 0 ? (size_t)number : 0;
}

static bool is_fulfilled(const struct gi_wish *wish, const char *wanted, const char *there)
{
    size_t least;

    wanted += wish->offset_bytes;
    there += wish->offset_bytes;
    if (wish->kind == GI_WISH_TEXT)
        return wanted[0] != '\0' && strncmp(wanted, there, wish->size_bytes) == 0;
    least = read_wish(wanted, wish->kind);
    return least > 0 && read_wish(there, wish->kind) >= least;
}

int gi_choice_fulfilled(const struct gi_choice *choice, const void *wanted, const void *there)
{
    int fulfilled = 0;

    for (size_t i = 0; i < choice->wish_count; i++)
        fulfilled += is_fulfilled(&choice->wishes[i], wanted, there);
    return fulfilled;
}

gi_status gi_choice_best(const struct gi_interface *interface, const struct gi_choice *choice,
                         const void *wanted, int *out_device)
{
    int count, ordinal, most = -1;
    gi_status status = gi_visible_begin_look(interface);
    void *there;

    *out_device = 0;
    if (status == GI_OK)
        status = gi_visible_count(interface, &count);
    if (status != GI_OK)
        return status;
    there = malloc(choice->struct_bytes);
    if (there == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for what a device is");
    for (int i = 0; i < count; i++) {
        int fulfilled;

        status = gi_visible_find(interface, i, &ordinal);
        if (status == GI_OK)
            status = choice->describe(ordinal, there);
        if (status != GI_OK)
            break;
        fulfilled = gi_choice_fulfilled(choice, wanted, there);
        if (fulfilled > most) {
            most = fulfilled;
            *out_device = i;
        }
    }
    free(there);
    return status;
}
