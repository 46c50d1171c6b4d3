/** The attributes of devices, in tables of the interfaces.
 *
 *  Threads: any. */
#ifndef GI_FRONT_ATTRIBUTES_H
#define GI_FRONT_ATTRIBUTES_H

#include <stddef.h>

#include "front.h"

enum front_attribute_kind {
    FRONT_ATTRIBUTE_ZERO,
    FRONT_ATTRIBUTE_ONE,
    FRONT_ATTRIBUTE_INT,         /* a field of the properties */
    FRONT_ATTRIBUTE_SIZE,        /* a size of the properties; a value too large for int becomes
                                    INT_MAX */
    FRONT_ATTRIBUTE_IMAGES,      /* whether arrays, textures and surfaces work on the device */
    FRONT_ATTRIBUTE_RANGES,      /* whether it has virtual memory management */
    FRONT_ATTRIBUTE_SHARED_RANGES,       /* and shares its pages */
    FRONT_ATTRIBUTE_MULTICAST,   /* whether it says that it has multicast */
    FRONT_ATTRIBUTE_CLOCK        /* kHz of the clock that kernels read; 0: not known */
};

struct front_attribute_row {
    gpuDeviceAttribute_t attribute;
    enum front_attribute_kind kind;
    size_t offset_bytes;         /* of a field of the properties */
};

/** Every attribute of the interface. */
extern const struct front_attribute_row front_attribute_rows[];
extern const size_t front_attribute_row_count;

/** Reads an attribute of a device; any number may be asked for.
 *  Errors: GI_INVALID_VALUE for an unknown attribute. */
GI_MUST_CHECK gi_status front_device_attribute(const char *caller, int ordinal,
                                               gpuDeviceAttribute_t attribute, int *out_value);

/* Rows of the table. */
#define FRONT_INT(attribute, field) \
    { attribute, FRONT_ATTRIBUTE_INT, offsetof(gpuDeviceProp, field) }
#define FRONT_SIZE(attribute, field) \
    { attribute, FRONT_ATTRIBUTE_SIZE, offsetof(gpuDeviceProp, field) }
#define FRONT_ZERO(attribute) { attribute, FRONT_ATTRIBUTE_ZERO, 0 }
#define FRONT_ONE(attribute) { attribute, FRONT_ATTRIBUTE_ONE, 0 }

#endif
