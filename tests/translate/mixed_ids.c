/* Calls that mix up ids, types, words and numbers: mixed_ids.py compiles each with MIXED as its
 * number. 0 has none. */
#include "kernel/translate/spirv/spirv.h"

gi_id sum(struct gi_spirv *b, gi_type type, gi_id value, uint32_t number);

gi_id sum(struct gi_spirv *b, gi_type type, gi_id value, uint32_t number)
{
    gi_id made = gi_spirv_value2(b, GiOpIAdd, type, value, gi_spirv_constant_u32(b, number));

    gi_spirv_op(b, GI_SPIRV_BODY, GiOpControlBarrier, GI_SPIRV_WORDS(made.n, made.n, made.n));
#if MIXED == 1                      /* a number where a value is wanted */
    made = gi_spirv_value2(b, GiOpIAdd, type, value, number);
#elif MIXED == 2                    /* a literal */
    made = gi_spirv_value2(b, GiOpIAdd, type, value, 4);
#elif MIXED == 3                    /* an id where a number is wanted */
    made = gi_spirv_constant_u32(b, value);
#elif MIXED == 4                    /* a value where a type is wanted, and back */
    made = gi_spirv_value2(b, GiOpIAdd, value, value, value);
#elif MIXED == 5
    made = gi_spirv_value2(b, GiOpIAdd, type, value, type);
#elif MIXED == 6                    /* an id among words, and a number among ids */
    gi_spirv_op(b, GI_SPIRV_BODY, GiOpReturnValue, GI_SPIRV_WORDS(value));
#elif MIXED == 7
    made = gi_spirv_value(b, GiOpIAdd, type, GI_SPIRV_IDS(value, number));
#elif MIXED == 8                    /* arithmetic */
    made = value + 1;
#elif MIXED == 9                    /* words in the place of ids */
    made = gi_spirv_value(b, GiOpIAdd, type, GI_SPIRV_WORDS(value.n, value.n));
#elif MIXED == 10                   /* a count */
    gi_spirv_branch(b, number);
#endif
    return made;
}
