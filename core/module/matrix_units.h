/** The products of matrices that a device's units make, with the elements in the lanes where PTX
 *  has them. A device offers some as cooperative matrices, whose lanes Vulkan leaves open.
 *  So a test makes each of them once, before the first kernel with a product is translated, and
 *  compares the sums with C's. It runs once for each open device; its result is kept on disk.
 *
 *  Threads: any; need for those that hold no lock. */
#ifndef GI_MATRIX_UNITS_H
#define GI_MATRIX_UNITS_H

#include <stdbool.h>

struct gi_code;
struct gi_device;
struct gi_translate_target;

/** Tests the device, if the code has products and the device was not tested. If the test fails, no
 *  product goes by units. */
void gi_matrix_units_need(struct gi_device *device, struct gi_code *code);

/** Whether a kernel of the code can be translated without the test. */
bool gi_matrix_units_are_known(struct gi_device *device, struct gi_code *code);

/** Adds the device's units to the facts that the code is translated for. */
void gi_matrix_units_add(struct gi_device *device, struct gi_code *code,
                         struct gi_translate_target *target);

#endif
