/** How gpuinterop-info writes what the system has no names for. */
#ifndef INFO_FORMAT_H
#define INFO_FORMAT_H

#include <stddef.h>

#include "../contract/driver.h"

enum { INFO_UUID_BYTES = 37, INFO_PCI_BYTES = 48 };

/** Writes a UUID with hyphens; text has room for INFO_UUID_BYTES. */
void info_write_uuid(const uint8_t uuid[16], char *text);

/** Writes the PCI address of a device that has one; INFO_PCI_BYTES are enough. */
void info_write_pci(const struct gi_device_info *info, char *text, size_t room);

/** Prints a string as JSON; bytes that are no UTF-8 become the replacement character. */
void info_json_string(const char *text);

#endif
