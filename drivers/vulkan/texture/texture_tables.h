/** The tables of a device in which shaders find textures, surfaces and samplers by slot. The first
 *  texture or surface creates them. */
#ifndef GIVK_TEXTURE_TABLES_H
#define GIVK_TEXTURE_TABLES_H

#include <pthread.h>

#include "vulkan/memory/memory.h"
#include "vulkan/plan/texture_plan.h"

struct givk_device;

struct givk_sampler {
    VkSampler handle;            /* VK_NULL_HANDLE: a free place */
    struct givk_sampler_key key;
    uint32_t uses;
};

struct givk_texture_tables {
    pthread_mutex_t lock;        /* a leaf; guards the rest */
    bool is_made;
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;     /* of kernels: the set and their parameters; where they bind
                                    constants, also that set (kernels.h) */
    VkDescriptorPool pool;
    VkDescriptorSet set;
    struct givk_memory records;
    struct givk_sampler samplers[GIVK_SAMPLERS];
    uint32_t sampler_count;      /* places that have ever been used */
};

/** Threads: one, as the device opens and closes. */
void givk_texture_tables_init(struct givk_device *dev);
void givk_texture_tables_finish(struct givk_device *dev);

/** Creates the tables if they do not exist.
 *  Threads: any.
 *  Errors:  GI_NOT_SUPPORTED, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status givk_texture_tables_make(struct givk_device *dev);

/** Gives the index of a sampler with this create info. Equal samplers share an index and are
 *  counted; each take needs a give.
 *  Threads: any.
 *  Errors:  GI_OUT_OF_MEMORY, also if all places are in use. */
GI_MUST_CHECK gi_status givk_sampler_take(struct givk_device *dev,
                                          const struct givk_sampler_key *key,
                                          uint32_t *out_place);
void givk_sampler_give(struct givk_device *dev, uint32_t place);

/** Writes a view into a slot, for sampling or for storage. Shaders use it once the record says so.
 *  Threads: any. */
void givk_texture_tables_set_view(struct givk_device *dev, uint32_t slot, VkImageView view,
                                  bool is_surface);

/** Writes the record of a slot; NULL empties the slot.
 *  Threads: any. */
void givk_texture_tables_set_record(struct givk_device *dev, uint32_t slot,
                                    const struct givk_record *record);

#endif
