/** The plan of a conditional node: the host decides which graph runs, between two submissions, or
 *  the device does, within a recording. Pure. */
#ifndef GI_DECISION_H
#define GI_DECISION_H

#include <stdbool.h>
#include <stddef.h>

#include "condition.h"

/** A recording has all launches of all graphs of a node, and the device comes by each. So with many
 *  that do not run the host is faster. On an H200 a launch behind a barrier takes 1.3 us, and a
 *  decision of the host some 30. */
#define GI_DECISION_MOST_LAUNCHES 32

struct gi_decision_facts {
    enum gi_condition_type type;
    bool has_choices;            /* recordings of the number's device may have choices */
    bool only_launches;          /* the graphs can be recorded for that device. They are launches,
                                    each in one dispatch, and nodes that the device decides about */
    size_t launches;             /* of all graphs, also within those nodes */
};

enum gi_decision_way { GI_DECISION_BY_HOST, GI_DECISION_BY_DEVICE };

/** A loop is the host's: a recording has an end. */
enum gi_decision_way gi_decision_way(const struct gi_decision_facts *facts);

/** The test of a word for one graph of a node, which runs if the word is, or is not, a number.
 *  Loops have none. */
struct gi_decision_test {
    uint32_t number;
    bool is_equal;
};

struct gi_decision_test gi_decision_test_of(enum gi_condition_type type, size_t graph);

#endif
