/** Tests of the driver on the emulated card. */
#ifndef AMDGPU_ON_CARD_H
#define AMDGPU_ON_CARD_H

#include "../amdgpu_card/control.h"
#include "../conformance/conformance.h"

extern const struct gi_driver giamd_driver;

/** How a program ends that finds no card. */
enum { EXIT_SKIPPED = 77 };

/** Sets a group of tests up: conf_driver and conf_info are the driver's, on the first card. */
int on_card_find(void **state);

/** The last case of a group: fails when one before it broke a rule of the kernel. */
void no_rule_was_broken(void **state);

/** Whether there is no card, which it says, and that the test is skipped. */
bool on_card_absent(void);

#endif
