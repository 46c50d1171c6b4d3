/** Fields that the descriptions of external memory and semaphores share, for the host code of all
 *  interfaces. */
#ifndef GPUINTEROP_DEVICE_EXTERNAL_FIELDS_H
#define GPUINTEROP_DEVICE_EXTERNAL_FIELDS_H

/** The handle of an import. File descriptors are supported; object names the member for NvSci. */
#define GPUINTEROP_EXTERNAL_HANDLE(object) \
    union { \
        int fd; \
        struct { \
            void *handle; \
            const void *name; \
        } win32; \
        const void *object; \
    } handle

/** The parameters of a signal: fence.value is the new value of a timeline semaphore, and is ignored
 *  for a binary one. The other members have no effect. */
#define GPUINTEROP_EXTERNAL_SIGNAL \
    struct { \
        unsigned long long value; \
    } fence; \
    union { \
        void *fence; \
        unsigned long long reserved; \
    } nvSciSync; \
    struct { \
        unsigned long long key; \
    } keyedMutex

/** The parameters of a wait: fence.value is the awaited value of a timeline semaphore, and is
 *  ignored for a binary one. The other members have no effect. */
#define GPUINTEROP_EXTERNAL_WAIT \
    struct { \
        unsigned long long value; \
    } fence; \
    union { \
        void *fence; \
        unsigned long long reserved; \
    } nvSciSync; \
    struct { \
        unsigned long long key; \
        unsigned int timeoutMs; \
    } keyedMutex

#endif
