#include "on_card.h"

int on_card_find(void **state)
{
    size_t count = 0;

    (void)state;
    conf_driver = &giamd_driver;
    CONF_OK(conf_driver->enumerate(conf_driver, &conf_info, 1, &count));
    assert_int_not_equal(count, 0);
    return 0;
}

void no_rule_was_broken(void **state)
{
    (void)state;
    expect_broken(0);
}

bool on_card_absent(void)
{
    if (card_is_here())
        return false;
    print_message("skipped: the emulated card is not preloaded\n");
    return true;
}
