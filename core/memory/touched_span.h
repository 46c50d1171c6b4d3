/** The bytes that a command touches, in any one number space. */
#ifndef GI_TOUCHED_SPAN_H
#define GI_TOUCHED_SPAN_H

#include <stdint.h>

struct gi_span {
    uint64_t begin, end;         /* end is one past the last byte */
};

#endif
