/* What the makers of batches share; nobody else needs it. All memory is the batch's. */
#ifndef GILAYER_BATCH_PARTS_H
#define GILAYER_BATCH_PARTS_H

#include "batch.h"

/** Copies the structs of a chain that point to nothing; false if memory is short. */
bool gilayer_batch_copy_chain(struct gilayer_batch *batch, const void *chain, const void **out);

/** Puts the values of the batch's waits and signals before a chain; false if memory is short. */
bool gilayer_batch_write_values(struct gilayer_batch *batch, const void **chain);

/** Lists the handles of some operations; false if memory is short. */
bool gilayer_batch_write_handles(struct gilayer_batch *batch, const struct gilayer_op *ops,
                                 uint32_t count, const VkSemaphore **out);

/** Reads operations from a list of handles and a list of values that may be shorter or NULL;
 *  NULL if memory is short. */
struct gilayer_op *gilayer_batch_read_ops(struct gilayer_batch *batch, const VkSemaphore *handles,
                                          uint32_t count, const uint64_t *values,
                                          uint32_t value_count);

#endif
