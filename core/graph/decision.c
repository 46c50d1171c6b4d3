#include "decision.h"

enum gi_decision_way gi_decision_way(const struct gi_decision_facts *facts)
{
    bool by_device = facts->type != GI_CONDITION_WHILE && facts->has_choices &&
                     facts->only_launches && facts->launches <= GI_DECISION_MOST_LAUNCHES;

    return by_device ? GI_DECISION_BY_DEVICE : GI_DECISION_BY_HOST;
}

struct gi_decision_test gi_decision_test_of(enum gi_condition_type type, size_t graph)
{
    if (type == GI_CONDITION_SWITCH)
        return (struct gi_decision_test){ (uint32_t)graph, true };
    return (struct gi_decision_test){ 0, graph != 0 };
}
