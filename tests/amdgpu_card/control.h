/** The card that is preloaded, from a test's point of view: its functions are found by name. */
#ifndef CARD_CONTROL_H
#define CARD_CONTROL_H

#include <stdbool.h>

#include "card.h"

/** Whether a card is preloaded at all. */
bool card_is_here(void);

/** The card's functions; what they have counted since the library was loaded. The test fails where
 *  no card is preloaded. */
struct gicard_counters card_counters(void);
void card_configure(const char *settings);

/** Fails unless exactly that many rules were broken since the last call. */
void expect_broken(unsigned count);

#endif
