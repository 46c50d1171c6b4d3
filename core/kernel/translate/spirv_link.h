/** Links functions of a module that another compiler made (a prelude) into one that is built.
 *
 *  Only what the wanted functions reach is copied. Types that may exist once only are merged with
 *  those of the builder; all other ids are new ones. The prelude's capabilities and extensions
 *  come with its first function. A prelude is trusted: it was compiled with the library.
 *
 *  Threads: one at a time for one linker. */
#ifndef GI_SPIRV_LINK_H
#define GI_SPIRV_LINK_H

#include "kernel/translate/spirv.h"

/** The words of a module with the names of its functions. */
struct gi_spirv_prelude {
    const uint32_t *words;
    uint32_t count;
};

/** What is known of an id of the prelude. */
struct gi_spirv_linked {
    uint32_t id;                    /* in the builder; 0: not copied yet */
    uint32_t at;                    /* word of its definition, if it is global; else 0 */
    uint32_t decorations;           /* number of its last decoration + 1 */
    bool is_busy;                   /* its definition is being copied */
};

/** A decoration of the prelude. */
struct gi_spirv_link_decoration {
    uint32_t at;                    /* word of the instruction */
    uint32_t next;                  /* of the same id, + 1 */
};

struct gi_spirv_linker {
    struct gi_spirv *builder;
    struct gi_spirv_prelude prelude;
    struct gi_spirv_linked *ids;
    uint32_t bound;
    struct gi_spirv_link_decoration *decorations;
    uint32_t decoration_count, decoration_room;
    uint32_t *names;                /* words of the names of functions */
    uint32_t name_count, name_room;
    uint32_t *waiting;              /* functions whose id is given and whose words are missing */
    uint32_t waiting_count, waiting_room;
    uint32_t *scratch;              /* operands of one instruction */
};

/** Reads where things are in a prelude. A failure goes to the builder.
 *  Owner:   the builder's arena. */
void gi_spirv_link_init(struct gi_spirv_linker *linker, struct gi_spirv *builder,
                        struct gi_spirv_prelude prelude);

/** Links the function of a name with all that it calls, once.
 *  \return  the id of the function, or 0 after a failure. */
uint32_t gi_spirv_link(struct gi_spirv_linker *linker, const char *name);

#endif
