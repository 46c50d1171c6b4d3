/** Help and version texts of the compiler drivers, on standard output. */
#ifndef GI_COMPILE_HELP_H
#define GI_COMPILE_HELP_H

#include "compile/dialect.h"

void gi_compile_say_help(const struct gi_dialect *dialect);
void gi_compile_say_version(const struct gi_dialect *dialect);

#endif
