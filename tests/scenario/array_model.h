/** Arrays beside which a test keeps what their texels ought to be. */
#ifndef SCENARIO_ARRAY_MODEL_H
#define SCENARIO_ARRAY_MODEL_H

#include "scenario.h"

/** What arrays are made as; a size of 0 is a direction that there is not. */
struct kind {
    const char *name;
    size_t width, height, depth;
    unsigned int flags;
};

#define KIND_COUNT 8
extern const struct kind kinds[KIND_COUNT];

/** A texel, and the bytes that one takes; where it is compressed, that a block of 4 by 4 takes. */
struct format {
    const char *name;
    gpuChannelFormatDesc channels;
    size_t bytes;
    size_t block;                /* 4 where it is compressed, else 1 */
};

#define FORMAT_COUNT (API_IS_CUDA ? 51 : 24)
extern const struct format formats[];

/** A format by its name; it has to be there. */
const struct format *format_named(const char *name);

/** Whether there can be such an array; on some devices not all of these. */
bool is_possible(const struct kind *kind, const struct format *format);

/** Whether the device has arrays at all; tests of them are skipped where it has none. */
bool arrays_are_supported(void);

/** An array of one level, or a level, and its texels as they ought to be: packed. */
struct model {
    gpuArray_t array;
    const struct format *format;
    size_t width, height, depth;         /* at least 1; in blocks where it is compressed */
    uint8_t *bytes;
};

/** A place and an extent in blocks, as programs say them: in texels. number picks one of the places
 *  in the first block and of the extents that end in the last. */
gpuPos model_pos(const struct model *model, size_t x, size_t y, size_t z, unsigned number);
gpuExtent model_extent(const struct model *model, size_t width, size_t height, size_t depth,
                       unsigned number);

/** Makes an array whose texels have been written; seed says with what. */
void model_create(struct model *out, const struct kind *kind, const struct format *format,
                  unsigned seed);

/** The same around an array that is there. */
void model_adopt(struct model *out, gpuArray_t array, const struct kind *kind,
                 const struct format *format, unsigned seed);

/** Frees the array too, unless it was adopted. */
void model_destroy(struct model *model);
void model_drop(struct model *model);

/** Where a texel's bytes are in the model. */
uint8_t *model_at(const struct model *model, size_t x, size_t y, size_t z);

/** Ends the test unless every texel of the array is the model's. */
void model_check(const struct model *model, const char *what);

/** A box of texels. */
struct part {
    size_t x, y, z, width, height, depth;
};

/** A box that lies in the array, another one for each number; at least one texel. */
struct part part_of(const struct model *model, unsigned number);

/** Memory with rows and slices further apart than they are long. */
enum memory_kind { PAGEABLE, PINNED, DEVICE, MEMORY_KINDS };

struct pitched {
    enum memory_kind kind;
    uint8_t *bytes;              /* where the library is told it is */
    size_t size, pitch, rows;
};

/** Makes memory of kind, with room for a box of row_bytes and so many rows and slices from an odd
 *  place on, filled with what seed says. */
void pitched_create(struct pitched *out, enum memory_kind kind, size_t row_bytes, size_t rows,
                    size_t slices, unsigned seed);
void pitched_destroy(struct pitched *memory);

/** What is in the memory now; the caller's, to be freed. */
uint8_t *pitched_read(const struct pitched *memory);

/** Where row y of slice z of the box begins, from the memory's first byte on. */
size_t pitched_at(const struct pitched *memory, size_t y, size_t z);

/** How many bytes lie before the box in its first row, and how many rows and slices. */
enum { PITCHED_X = 3, PITCHED_Y = 1, PITCHED_Z = 1 };

#endif
