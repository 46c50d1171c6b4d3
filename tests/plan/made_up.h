/** Facts of devices that the machine running the tests does not have. */
#ifndef MADE_UP_H
#define MADE_UP_H

#include "facts.h"

void made_up_h200(struct givk_facts *out_facts);
void made_up_radeon(struct givk_facts *out_facts);       /* discrete, with a small visible heap */
void made_up_radeon_apu(struct givk_facts *out_facts);
void made_up_intel(struct givk_facts *out_facts);        /* integrated */
void made_up_llvmpipe(struct givk_facts *out_facts);

#endif
