/** Inside reflect: accesses to textures and surfaces as calls of a prelude's functions. The driver
 *  gives the prelude, and with it their names and parameters. */
#ifndef GI_REFLECT_ACCESS_H
#define GI_REFLECT_ACCESS_H

#include "kernel/reflect/reflect_images.h"
#include "kernel/translate/spirv/link.h"

struct gi_accesses {
    struct gi_spirv spirv;          /* the new module; the function is open */
    struct gi_images images;
    struct gi_spirv_prelude *prelude;
    struct gi_spirv_linker linker;
    bool is_linked;                 /* a function of the prelude is there */
    bool gathers;
    const uint8_t *foreign;         /* of each id: it may have other values than parameters */
    bool finds;                     /* a texture that is read may be no parameter */
};

/** Whether an instruction of a function reads, writes or asks an image. */
bool gi_access_is(const struct gi_accesses *to, const uint32_t *at);

/** Writes what does the same by the prelude. A failure that sticks is in to->spirv.status.
 *  Errors:  GI_NOT_SUPPORTED for what the prelude does not do. */
GI_MUST_CHECK gi_status gi_access_put(struct gi_accesses *to, const uint32_t *at);

#endif
