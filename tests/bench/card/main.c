/* bench_card: what calls of HIP's names cost on the emulated AMD card. Nothing is timed: it counts
 * calls of the kernel, packets, and memory from the heap once all is warm.
 *
 *     ./run bench counts
 *
 * Exit status: 0, 1 if something costs more than it should, 77 if there is no emulated card. */
#include <stdio.h>
#include <stdlib.h>

#include "../../amdgpu_card/test_rig.h"
#include "card.h"

int main(void)
{
    bool is_good;
    int socket;

    if (!card_is_here()) {
        printf("skipped: the emulated card is not preloaded\n");
        return 77;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    setenv("GPUINTEROP_DRIVER", "amdgpu", 1);
    int radv = peer_start(card_radv_copies, &socket);
    is_good = card_operations();
    is_good &= card_packets(socket);
    is_good &= peer_end(radv) == 0;
    is_good &= card_counters().violations == 0;
    return is_good ? 0 : 1;
}
