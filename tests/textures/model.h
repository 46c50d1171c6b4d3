/** What texels of an image or of memory are, and what reading them ought to give: plainly, in
 *  doubles, on the host. */
#ifndef TEXTURES_MODEL_H
#define TEXTURES_MODEL_H

#include "contract/format.h"
#include "rig.h"
#include "contract/sampling.h"

enum { MODEL_LEVELS = 8 };

struct model {
    enum gi_format format;
    uint32_t shape;              /* RIG_1D to RIG_CUBE_LAYERED, or RIG_FETCH */
    uint32_t width, height, depth;       /* of level 0; 1 where there is none */
    uint32_t layers;             /* faces counted */
    uint32_t levels;
    uint8_t *texels[MODEL_LEVELS];       /* packed: rows, slices, layers */
};

/** Fills all levels with texels whose floats are below 1. */
void model_create(struct model *out, enum gi_format format, uint32_t shape, const uint32_t size[4],
                  uint32_t levels, unsigned seed);
void model_destroy(struct model *model);

/** A size of a level. */
uint32_t model_at_level(uint32_t size, uint32_t level);

/** The bytes of one texel; z counts slices or layers. */
uint8_t *model_texel(const struct model *model, uint32_t level, uint32_t x, uint32_t y, uint32_t z);

/** A number of the tests' own, the same in each run. */
uint32_t model_random(unsigned *state);

/** What four channels read as; as says of what class. */
void model_decode(const uint8_t *bytes, enum gi_format as, bool srgb, double out[4]);

/** What a read of the model gives as a format of the same size, at a level (with bias and clamps
 *  yet to come). */
void model_read(const struct model *model, enum gi_format as, const struct gi_sampling *sampling,
                const struct rig_place *place, double level, double out[4]);

/** The least and the most that reads give whose place is off by so much of a texel along each axis,
 *  and whose level is off by as much. */
void model_read_around(const struct model *model, enum gi_format as,
                       const struct gi_sampling *sampling, const struct rig_place *place,
                       double level, double off, double least[4], double most[4]);

/** The direction of a place on a face, and the other way round: 0 to 1 from side to side. */
void model_direction(uint32_t face, double s, double t, double out[3]);

#endif
