/** The search for the size of block with which most threads run at once, for the host code of both
 *  interfaces. */
#ifndef GPUINTEROP_DEVICE_WIDEST_BLOCK_H
#define GPUINTEROP_DEVICE_WIDEST_BLOCK_H

/** blocks_of finds how many blocks of so many threads run at once on a unit, and returns a result.
 *  Parameter most: the largest block that may be.
 *  Parameter units: how many units the device has, which the grid is to fill.
 *  Returns: success, or the first other result of blocks_of. */
template <class Error, class BlocksOf>
static inline Error gpuinterop_widest_block(Error success, BlocksOf blocks_of, int most, int units,
                                            int *grid, int *block)
{
    int best = 0;
    for (int threads = most; threads > 0; threads = (threads - 1) / 32 * 32) {
        int blocks = 0;
        Error error = blocks_of(&blocks, threads);
        if (error != success)
            return error;
        if (blocks * threads > best) {
            best = blocks * threads;
            *grid = blocks * units;
            *block = threads;
        }
    }
    return success;
}

#endif
