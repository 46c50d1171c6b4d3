/* What the questions about arrays, textures and surfaces share: formats, shapes, known contents. */
#ifndef BEHAVIOUR_IMAGES_H
#define BEHAVIOUR_IMAGES_H

#include "behaviour.h"

/** A texel format as a channel descriptor has it. */
struct image_format {
    const char *name;
    int bits[4];
    int kind;                          /* of cudaChannelFormatKind */
    unsigned int bytes;                /* of a texel, or of a block */
    unsigned int block;                /* texels from block to block in both directions */
};

/** The formats that there are; those of the first three kinds come first. */
#define PLAIN_FORMATS 24
extern const struct image_format image_formats[];
extern const size_t image_format_count;

/** A shape: extent and the flags that go with it. */
struct image_shape {
    const char *name;
    struct cudaExtent extent;
    unsigned int flags;
};
#define SHAPE_COUNT 7
extern const struct image_shape image_shapes[SHAPE_COUNT];

/** Flags of arrays by number, so that a form without some of them can be asked as well. */
enum {
    LAYERED = 1, SURFACE = 2, CUBEMAP = 4, GATHER = 8, COLOR = 32, SPARSE = 64, DEFERRED = 128
};

/** One of 64 sets: all of the first four, each with none or one of the rest. */
unsigned int flag_sets(unsigned int number);

struct cudaChannelFormatDesc channels(int x, int y, int z, int w, int kind);
struct cudaChannelFormatDesc channels_of(const struct image_format *format);
struct cudaExtent extent_of(size_t width, size_t height, size_t depth);

/** "8,8,8,8/1" of a descriptor, "64x32x0" of an extent. */
const char *format_text(const struct cudaChannelFormatDesc *format);
const char *extent_text(struct cudaExtent extent);

/** What the array itself tells: "format=.. extent=.. flags=..", or the code of the question. */
const char *info_text(cudaArray_t array);

/** Makes an array; prints an answer of its own and gives NULL where that fails. */
cudaArray_t make_array(struct cudaChannelFormatDesc format, struct cudaExtent extent,
                       unsigned int flags);

/** The bytes of a box of an array, once the device has done its work, in one slice after the other
 *  without gaps.
 *  Parameter texel: bytes of a texel or block; sizes are in texels or blocks. */
struct whole {
    cudaArray_t array;
    size_t texel, width, height, depth;
    size_t block;                      /* texels that a block is wide and high */
};

/** Writes the same value, or a pattern that begins with a seed, to all of an array. */
cudaError_t whole_put(const struct whole *whole, bool pattern, unsigned int seed);

/** Reads all of it into bytes that the caller frees; NULL and a code if that failed. */
unsigned char *whole_get(const struct whole *whole, cudaError_t *out_code);

/** A hash of all of it; 0 if it could not be read. */
unsigned int whole_hash(const struct whole *whole);

/** Whether it holds the pattern of a seed. */
bool whole_holds(const struct whole *whole, unsigned int seed);

/** The pattern's byte at an index. */
unsigned char pattern_byte(size_t index, unsigned int seed);

#endif
