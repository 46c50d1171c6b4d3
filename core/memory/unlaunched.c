#include "unlaunched.h"

#include <stdatomic.h>

static _Thread_local unsigned naming;
static atomic_uint captures;

void gi_naming_begin(void)
{
    naming++;
}

void gi_naming_end(void)
{
    naming--;
}

void gi_naming_capture(bool begins)
{
    if (begins)
        atomic_fetch_add(&captures, 1);
    else
        atomic_fetch_sub(&captures, 1);
}

bool gi_prepares_node(void)
{
    return naming > 0;
}

bool gi_may_name_unlaunched(void)
{
    return gi_prepares_node() || atomic_load_explicit(&captures, memory_order_relaxed) > 0;
}
