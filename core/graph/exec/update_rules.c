#include "update_rules.h"

#include <string.h>

#include "memory_nodes.h"

enum gi_update_result gi_update_of_fault(enum gi_pairing_fault fault)
{
    switch (fault) {
    case GI_PAIRED:         return GI_UPDATED;
    case GI_PAIRING_TYPE:   return GI_UPDATE_TYPE;
    case GI_PAIRING_COUNT:
    case GI_PAIRING_ENDS:
    case GI_PAIRING_EDGES:  break;
    }
    return GI_UPDATE_TOPOLOGY;
}

int gi_node_priority(const struct gi_asked_kernel *kernel)
{
    int priority = 0;

    for (size_t i = 0; i < kernel->attribute_count; i++) {
        if (kernel->attributes[i].id == GI_ATTRIBUTE_PRIORITY)
            memcpy(&priority, kernel->attributes[i].value, sizeof priority);
    }
    return priority;
}

static enum gi_update_result kernel_rule(const struct gi_asked_kernel *from,
                                         const struct gi_asked_kernel *to, bool uses_priority)
{
    if (from->launch.is_cooperative != to->launch.is_cooperative)
        return GI_UPDATE_ATTRIBUTES;
    return uses_priority && gi_node_priority(from) != gi_node_priority(to) ? GI_UPDATE_ATTRIBUTES
                                                                           : GI_UPDATED;
}

/* A fill of one row may become any other one. One of several rows keeps its shape. */
static enum gi_update_result fill_rule(const struct gi_asked_fill *from,
                                       const struct gi_asked_fill *to)
{
    bool is_row = from->height == 1 && to->height == 1;
    bool is_shape = from->height == to->height && from->width == to->width &&
                    from->pitch == to->pitch && from->element_bytes == to->element_bytes;

    return is_row || is_shape ? GI_UPDATED : GI_UPDATE_PARAMETERS;
}

/* An allocation may be another one of its size and place, at another address. */
static enum gi_update_result alloc_rule(const struct gi_asked_alloc *from,
                                        const struct gi_asked_alloc *to)
{
    bool is_like = from->ordinal == to->ordinal && from->size_bytes == to->size_bytes &&
                   from->access_count == to->access_count;

    return is_like ? GI_UPDATED : GI_UPDATE_PARAMETERS;
}

enum gi_update_result gi_update_rule(const struct gi_asked *from, const struct gi_asked *to,
                                     bool uses_priority)
{
    if (from == to)
        return GI_UPDATED;
    if (from->kind->type == GI_NODE_KERNEL)
        return kernel_rule((const struct gi_asked_kernel *)from,
                           (const struct gi_asked_kernel *)to, uses_priority);
    if (from->kind->type == GI_NODE_FILL)
        return fill_rule((const struct gi_asked_fill *)from, (const struct gi_asked_fill *)to);
    if (from->kind->type == GI_NODE_ALLOC)
        return alloc_rule((const struct gi_asked_alloc *)from, (const struct gi_asked_alloc *)to);
    if (from->kind->type == GI_NODE_FREE)
        return GI_UPDATED;               /* of what the graph allocates, or another one */
    if (from->kind->type == GI_NODE_CONDITION)
        return from->kind->check_update(from, to) == GI_OK ? GI_UPDATED : GI_UPDATE_NOT_SUPPORTED;
    return from->kind->check_update == NULL || from->kind->check_update(from, to) == GI_OK
               ? GI_UPDATED : GI_UPDATE_PARAMETERS;
}

const char *gi_update_words(enum gi_update_result result)
{
    switch (result) {
    case GI_UPDATED:            return "nothing is wrong";
    case GI_UPDATE_FAILED:      return "it cannot be prepared";
    case GI_UPDATE_TOPOLOGY:    return "it follows other nodes than that of the executable";
    case GI_UPDATE_TYPE:        return "the executable's node has another type";
    case GI_UPDATE_PARAMETERS:  return "an executable keeps what these parameters change";
    case GI_UPDATE_NOT_SUPPORTED:
        return "an executable keeps the type of a conditional node and how many graphs it has";
    case GI_UPDATE_FUNCTION:    return "it works on another device than that of the executable";
    case GI_UPDATE_ATTRIBUTES:  return "an executable keeps what these attributes change";
    }
    return "it is another node";
}
