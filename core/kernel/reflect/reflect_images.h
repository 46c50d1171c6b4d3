/** Inside reflect: the ids of a module that are about images, and the types of everything else that
 *  an access to one may name. Pure; it reads any words and trusts none. */
#ifndef GI_REFLECT_IMAGES_H
#define GI_REFLECT_IMAGES_H

#include "base/arena.h"
#include "kernel/translate/spirv/words.h"

/** The bindings of set 0 that stand for objects of the program. Their arrays are indexed with the
 *  lower word of an object. include/gpuinterop/texture.glsl declares them. */
enum gi_image_binding {
    GI_IMAGE_TEXTURES,
    GI_IMAGE_SAMPLERS,              /* they have no meaning */
    GI_IMAGE_SURFACES,
    GI_IMAGE_CLAMPED,               /* surfaces whose positions are clamped */
    GI_IMAGE_BINDINGS
};

enum gi_image_kind {
    GI_IMAGE_OTHER,
    GI_IMAGE_INTEGER,               /* types: of count bits, signed or not */
    GI_IMAGE_FLOAT,                 /* of count bits */
    GI_IMAGE_VECTOR,                /* of count parts of type */
    GI_IMAGE_TYPE,                  /* an image whose texels have parts of type */
    GI_IMAGE_AROUND,                /* a sampler; pointers to images, arrays of them */
    GI_IMAGE_VARIABLE,              /* of images or samplers of type */
    GI_IMAGE_HANDLE,                /* a value that stands for element index of a variable */
    GI_IMAGE_DROPPED                /* other ids of the module that have to go */
};

struct gi_image_id {
    uint8_t kind;                   /* enum gi_image_kind */
    uint8_t count;
    bool is_signed;
    bool is_array;                  /* an array, or a pointer to one */
    bool is_layered;                /* an image; its shape is dim */
    bool is_other;                  /* an image with several samples, or of no use to programs */
    uint32_t dim;
    uint32_t type;                  /* an id; of a value: its type; around an image: the image's
                                       type, or 0 for a sampler */
    uint32_t binding;               /* UINT32_MAX: none */
    uint32_t index;                 /* an id */
};

struct gi_images {
    struct gi_image_id *ids;
    uint32_t bound;
};

/** Reads a module.
 *  Owner:   the arena.
 *  Errors:  GI_NOT_SUPPORTED for an image that is in no array; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_images_read(struct gi_images *images, struct gi_arena *arena,
                                       const uint32_t *words, size_t word_count);

/** The facts of an id. One that is out of range is unknown. */
const struct gi_image_id *gi_image_id(const struct gi_images *images, uint32_t id);

/** The type of a value, or of its components if it is a vector. It may be unknown. */
const struct gi_image_id *gi_image_type(const struct gi_images *images, uint32_t value);

/** Whether the result of an instruction with this opcode is the same image as an operand. */
bool gi_image_hands_on(uint32_t opcode);

/** Whether an id is removed with the images, and with it each instruction that has this result. */
bool gi_image_goes(const struct gi_images *images, uint32_t id);

/** Whether modules declare a capability for their images alone. */
bool gi_image_has_capability(uint32_t capability);

#endif
