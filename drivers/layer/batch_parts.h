/* Functions that the makers of batches share. Nobody else needs them. The batch owns all memory.
 * Threads: one at a time for one batch, for all functions here. */
#ifndef GILAYER_BATCH_PARTS_H
#define GILAYER_BATCH_PARTS_H

#include "batch.h"

/** Copies the structs of a chain that contain no pointers; false if memory is short. */
bool gilayer_batch_copy_chain(struct gilayer_batch *batch, const void *chain, const void **out);

/** Prepends the values of the batch's waits and signals to a chain; false if memory is short. */
bool gilayer_batch_write_values(struct gilayer_batch *batch, const void **chain);

/** Makes an array of the semaphores of some operations; false if memory is short. */
bool gilayer_batch_write_handles(struct gilayer_batch *batch, const struct gilayer_op *ops,
                                 uint32_t count, const VkSemaphore **out);

/** Reads operations from an array of handles and one of values, which may be shorter or NULL. NULL
 *  if memory is short. */
struct gilayer_op *gilayer_batch_read_ops(struct gilayer_batch *batch, const VkSemaphore *handles,
                                          uint32_t count, const uint64_t *values,
                                          uint32_t value_count);

#endif
