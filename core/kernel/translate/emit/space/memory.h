/** Loads and stores in all spaces. */
#ifndef GI_EMIT_MEMORY_H
#define GI_EMIT_MEMORY_H

#include "kernel/translate/emit/value/value.h"

GI_EMIT_DECLARE(ld);
GI_EMIT_DECLARE(st);

/** The address that a memory operand means, in 64 or 32 bits. */
gi_id gi_emit_address(struct gi_emit *emit, const struct gi_ptx_operand *memory, enum gi_kind kind);

/** A pointer into device memory. */
gi_id gi_emit_device_pointer(struct gi_emit *emit, gi_id address, enum gi_kind kind,
                             uint32_t count);

/** As gi_emit_device_pointer, for an access of the program, which is redirected for a thread that
 *  has failed. */
gi_id gi_emit_program_pointer(struct gi_emit *emit, gi_id address, enum gi_kind kind,
                              uint32_t count);

/** A pointer to an element of shared or local memory, whose address is in 32 bits. */
gi_id gi_emit_words_pointer(struct gi_emit *emit, const struct gi_emit_words *words, gi_id address);

/** The element of shared or local memory at such an address. */
gi_id gi_emit_words_load(struct gi_emit *emit, const struct gi_emit_words *words, gi_id address);

/** How an access meets others. */
enum gi_emit_order { GI_EMIT_PLAIN, GI_EMIT_VOLATILE };

/** One access of count values; generic means global if no other address can be generic. */
void gi_emit_load_values(struct gi_emit *emit, enum gi_ptx_space space,
                         const struct gi_ptx_operand *memory, enum gi_kind kind,
                         uint32_t count, enum gi_emit_order order, gi_id *out_values);

/** Stores count values into a space that is not that of parameters. */
void gi_emit_store_values(struct gi_emit *emit, enum gi_ptx_space space,
                          const struct gi_ptx_operand *memory, enum gi_kind kind,
                          uint32_t count, gi_id *values);

/** As gi_emit_load_values and gi_emit_store_values, at an address that is a value: of 32 bits in
 *  shared and local memory, else of 64. */
void gi_emit_load_at(struct gi_emit *emit, enum gi_ptx_space space, gi_id address,
                     enum gi_kind kind, uint32_t count, gi_id *out_values);
void gi_emit_store_at(struct gi_emit *emit, enum gi_ptx_space space, gi_id address,
                      enum gi_kind kind, uint32_t count, gi_id *values);

/** Makes what was written before visible to a scope, and sees what others made so. */
void gi_emit_fence(struct gi_emit *emit, enum gi_spirv_scope scope);

#endif
