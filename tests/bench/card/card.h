/** The parts of bench_card: what calls cost on the emulated card, counted. */
#ifndef BENCH_CARD_H
#define BENCH_CARD_H

#include <stdbool.h>
#include <stdint.h>

/** Prints what each operation costs. False if one costs more than it should. */
bool card_operations(void);

/** The other process: RADV's copies by its transfer queue, each one's packets to the socket; ends
 *  at once if there is no such queue. */
void card_radv_copies(int socket);

/** Prints how many packets each copy has, and RADV's, which the socket tells. False if they
 *  differ. */
bool card_packets(int socket);

#endif
