/** Calls that fail, in functions that return a status. */
#ifndef FAKE_TRY_H
#define FAKE_TRY_H

#include "base/status.h"

/** Returns the call's status from the function around it, unless that is GI_OK. */
#define TRY(call) \
    do { \
        gi_status tried_ = (call); \
        if (tried_ != GI_OK) \
            return tried_; \
    } while (0)

#endif
