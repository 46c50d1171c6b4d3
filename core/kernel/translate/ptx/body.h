/** Bodies of PTX functions: braces, labels and statements. The call is in ptx.h. */
#ifndef GI_PTX_BODY_H
#define GI_PTX_BODY_H

#include "kernel/translate/ptx/ptx.h"

#endif
