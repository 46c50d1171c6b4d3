#include "kernel/translate/emit.h"

static void fail_at(struct gi_emit *emit, gi_status status, const char *why)
{
    if (emit->spirv.status != GI_OK)
        return;
    if (emit->at)
        (void)gi_fail(status, "PTX line %u: %.*s: %s", emit->at->line,
                      (int)emit->at->spelling.length, emit->at->spelling.start, why);
    else
        (void)gi_fail(status, "%s", why);
    gi_spirv_fail(&emit->spirv, status);
}

void gi_emit_refuse(struct gi_emit *emit, const char *why)
{
    fail_at(emit, GI_NOT_SUPPORTED, why);
}

void gi_emit_wrong(struct gi_emit *emit, const char *why)
{
    fail_at(emit, GI_INVALID_VALUE, why);
}

struct gi_emit_function *gi_emit_function_of(struct gi_emit *emit,
                                             const struct gi_ptx_function *function)
{
    struct gi_emit_function *found = emit->by_index[function->index];

    if (!found && gi_ptx_same(function->name, "malloc"))
        gi_emit_refuse(emit, "malloc: kernels cannot allocate memory");
    else if (!found)
        gi_emit_refuse(emit, "calls of functions without a body are not built");
    return found;
}
