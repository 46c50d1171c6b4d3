/** The tables of a device that shaders find textures, surfaces and samplers in, by slot. Made when
 *  the first one is. */
#ifndef GIVK_TEXTURE_TABLES_H
#define GIVK_TEXTURE_TABLES_H

#include <pthread.h>

#include "memory.h"
#include "texture_plan.h"

struct givk_device;

/** Bytes of parameters of a kernel: what every device has. */
enum { GIVK_KERNEL_PUSH_BYTES = 128 };

struct givk_sampler {
    VkSampler handle;            /* VK_NULL_HANDLE: a free place */
    struct givk_sampler_key key;
    uint32_t uses;
};

struct givk_texture_tables {
    pthread_mutex_t lock;        /* a leaf; guards the rest */
    bool is_made;
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;     /* of kernels: the set, and their parameters */
    VkDescriptorPool pool;
    VkDescriptorSet set;
    struct givk_memory records;
    struct givk_sampler samplers[GIVK_SAMPLERS];
    uint32_t sampler_count;      /* places that were ever used */
};

void givk_texture_tables_init(struct givk_device *dev);
void givk_texture_tables_finish(struct givk_device *dev);

/** Makes the tables if they are not there.
 *  Threads: any.
 *  Errors:  GI_NOT_SUPPORTED, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status givk_texture_tables_make(struct givk_device *dev);

/** A sampler's place in its table; equal ones share it.
 *  Threads: any.
 *  Errors:  GI_OUT_OF_MEMORY, also where the device has no more. */
GI_MUST_CHECK gi_status givk_sampler_take(struct givk_device *dev,
                                          const struct givk_sampler_key *key,
                                          uint32_t *out_place);
void givk_sampler_give(struct givk_device *dev, uint32_t place);

/** Puts a view into a slot, for sampling or for storing; the record says that it is there.
 *  Threads: any. */
void givk_texture_tables_set_view(struct givk_device *dev, uint32_t slot, VkImageView view,
                                  bool is_surface);

/** Tells shaders what is in a slot; NULL: nothing.
 *  Threads: any. */
void givk_texture_tables_set_record(struct givk_device *dev, uint32_t slot,
                                    const struct givk_record *record);

#endif
