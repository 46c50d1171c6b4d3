/** Operands of PTX instructions. */
#ifndef GI_PTX_OPERAND_H
#define GI_PTX_OPERAND_H

#include "kernel/translate/ptx/parse.h"

/** Reads an operand onto the parser's stack of operands. */
void gi_ptx_operand(struct gi_ptx_parser *parser, uint32_t depth);

/** Moves the operands above base from the stack to a place of their own, which also exists
 *  where there are none. NULL without memory. */
struct gi_ptx_operand *gi_ptx_operands_from(struct gi_ptx_parser *parser, uint32_t base,
                                            uint32_t *out_count);

#endif
