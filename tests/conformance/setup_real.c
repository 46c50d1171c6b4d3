/* The suite on the drivers of the build: there is nothing to prepare, and nothing that could tell
 * what was left behind; the sanitizers do. */
#include "conformance.h"

void conf_prepare(void)
{
}

bool conf_left_nothing(void)
{
    return true;
}
