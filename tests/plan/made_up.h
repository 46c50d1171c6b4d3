/** Facts of devices that the machine running the tests does not have. */
#ifndef MADE_UP_H
#define MADE_UP_H

#include "vulkan/plan/facts.h"
#include "vulkan/plan/image_plan.h"

void made_up_h200(struct givk_facts *out_facts);
void made_up_radeon(struct givk_facts *out_facts);       /* discrete, with a small visible heap */
void made_up_radeon_apu(struct givk_facts *out_facts);
void made_up_intel(struct givk_facts *out_facts);        /* integrated */
void made_up_llvmpipe(struct givk_facts *out_facts);

/** Adds sparse buffers, which the families of a mask bind; other families do not. */
void made_up_sparse(struct givk_facts *facts, uint32_t families);

/** What such a device answers about formats, and about images that are made as planned. */
struct givk_image_features made_up_features(const struct givk_facts *facts, enum gi_format format);
struct givk_image_limits made_up_limits(const struct givk_facts *facts,
                                        const struct givk_image_plan *plan);

#endif
