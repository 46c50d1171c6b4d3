/** Links functions of a module that another compiler made (a prelude) into one that is built.
 *
 *  Only what the wanted functions reach is copied. Types that may exist once only are merged with
 *  those of the builder; all other ids are new ones. The prelude's capabilities and extensions
 *  come with its first function.
 *
 *  Threads: one at a time for one linker. */
#ifndef GI_SPIRV_LINK_H
#define GI_SPIRV_LINK_H

#include "kernel/translate/spirv/prelude.h"
#include "kernel/translate/spirv/spirv.h"

struct gi_spirv_linker {
    struct gi_spirv *builder;
    struct gi_spirv_prelude *prelude;
    const struct gi_spirv_prelude_index *index;
    uint32_t *ids;                  /* of the prelude's ids those in the builder; 0: not copied */
    uint32_t *waiting;              /* functions whose id is given and whose words are missing */
    uint32_t waiting_count, waiting_room;
};

/** Begins to link with a prelude, which stays as long as the linker. A failure goes to the builder.
 *  Owner:   the builder's arena. */
void gi_spirv_link_init(struct gi_spirv_linker *linker, struct gi_spirv *builder,
                        struct gi_spirv_prelude *prelude);

/** Links the function of a name with all that it calls, once.
 *  \return  the id of the function, or 0 after a failure. */
gi_id gi_spirv_link(struct gi_spirv_linker *linker, const char *name);

/** As gi_spirv_link, for a name of up to three parts, with _ between them; NULL leaves a part
 *  out. */
gi_id gi_spirv_link_parts(struct gi_spirv_linker *linker, const char *const parts[3]);

#endif
