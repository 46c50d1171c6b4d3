/* Who decides about a conditional node, by all facts; and what a word says about a graph, by the
 * rule that the host goes by. */
#include "graph/decision.h"

#include <stddef.h>

#include "test_cases.h"

static const enum gi_condition_type types[] = {
    GI_CONDITION_IF, GI_CONDITION_WHILE, GI_CONDITION_SWITCH
};

TEST_CASE(each_fact_can_give_it_to_the_host)
{
    static const size_t launches[] = {
        0, 1, GI_DECISION_MOST_LAUNCHES, GI_DECISION_MOST_LAUNCHES + 1, SIZE_MAX
    };
    unsigned by_device = 0;

    for (unsigned i = 0; i < 3 * 2 * 2 * 5; i++) {
        const struct gi_decision_facts facts = {
            .type = types[i % 3], .has_choices = i / 3 % 2 != 0, .only_launches = i / 6 % 2 != 0,
            .launches = launches[i / 12],
        };
        unsigned against = (facts.type == GI_CONDITION_WHILE) + !facts.has_choices +
                           !facts.only_launches + (i / 12 > 2);

        assert_int_equal(gi_decision_way(&facts),
                         against == 0 ? GI_DECISION_BY_DEVICE : GI_DECISION_BY_HOST);
        by_device += against == 0;
    }
    assert_int_equal(by_device, 2 * 3);          /* if and switch, with few launches */
}

/* For each number at most one graph runs, and it is the host's choice. */
TEST_CASE(words_say_what_the_host_would_choose)
{
    static const uint32_t numbers[] = { 0, 1, 2, 3, 4, 5, 6, UINT32_C(1) << 31, UINT32_MAX };

    for (unsigned i = 0; i < 2 * 6 * 9; i++) {
        enum gi_condition_type type = i % 2 == 0 ? GI_CONDITION_IF : GI_CONDITION_SWITCH;
        uint32_t size = 1 + i / 2 % 6, number = numbers[i / 12];
        size_t chosen;

        if (type == GI_CONDITION_IF && size > 2)
            continue;
        chosen = gi_condition_choose(type, size, number);
        for (size_t graph = 0; graph < size; graph++) {
            const struct gi_decision_test test = gi_decision_test_of(type, graph);

            assert_int_equal((number == test.number) == test.is_equal, graph == chosen);
        }
    }
}
