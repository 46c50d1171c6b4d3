/** The matrices of wmma in memory. */
#ifndef GI_EMIT_FRAGMENT_H
#define GI_EMIT_FRAGMENT_H

#include "kernel/translate/emit/value/value.h"

GI_EMIT_DECLARE(wmma_load);
GI_EMIT_DECLARE(wmma_store);

#endif
