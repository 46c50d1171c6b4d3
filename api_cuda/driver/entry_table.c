/* The table of entry points. Only their addresses are needed here, so the declarations have no
 * arguments, and the header that has them is not included. */
#include "entry_table.h"

#include "driver/entry_points.inc"

const struct gicu_entry *const gicu_entries = entries;
const size_t gicu_entry_count = sizeof entries / sizeof entries[0];
