/* A small Vulkan program around each test: plain Vulkan, nothing of ours but the layer's name. */
#ifndef LAYER_HARNESS_H
#define LAYER_HARNESS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <vulkan/vulkan.h>

#include <cmocka.h>

#define FOR_EVER UINT64_MAX
#define OPAQUE_FD VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT

#define assert_vk(call) assert_int_equal((call), VK_SUCCESS)

/** One device with a queue and a word of memory that command buffers fill. */
struct gpu {
    VkInstance instance;
    VkDebugUtilsMessengerEXT messenger;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    bool has_submit2, has_sparse;
    VkCommandPool pool;
    VkBuffer buffer;
    VkDeviceMemory memory;
    volatile uint32_t *word;
    PFN_vkGetSemaphoreFdKHR get_fd;
    PFN_vkImportSemaphoreFdKHR import_fd;
};

/** Opens the first device, with the extension enabled or not; fails the test if that fails.
 *  gpu_close destroys all of it and fails the test if the validation layer said anything. */
void gpu_open(struct gpu *gpu, bool with_extension);
void gpu_close(struct gpu *gpu);

/** What the validation layer says of this id from here on is no failure, for a wrong call that is
 *  meant; NULL ends it. */
void expect_complaint(const char *id);

/** Tells whether there is a Vulkan device at all. */
bool gpu_exists(void);

/** Tells whether the loader finds the layers that VK_INSTANCE_LAYERS names; it would go on
 *  without them. */
bool layers_exist(void);

/** Makes the semaphores of the tests; the last one asks for no export. */
VkSemaphore make_timeline(const struct gpu *gpu, uint64_t value);
VkSemaphore make_binary(const struct gpu *gpu);
VkSemaphore make_plain(const struct gpu *gpu, VkSemaphoreType type);
VkFence make_fence(const struct gpu *gpu);

/** Exports an opaque fd, imports one (which takes it), and both at once. */
int export_fd(const struct gpu *gpu, VkSemaphore semaphore);
VkResult import_fd(const struct gpu *gpu, VkSemaphore semaphore, int fd, bool temporary);
void share(const struct gpu *from, VkSemaphore semaphore, const struct gpu *to, VkSemaphore into);

/** Records a command buffer that fills the word, to be submitted any number of times. */
VkCommandBuffer record_fill(const struct gpu *gpu, uint32_t value);

/** Submits one batch with at most one wait, command buffer and signal (or none: NULL handles). */
struct batch {
    VkSemaphore wait;
    uint64_t wait_value;
    VkCommandBuffer commands;
    VkSemaphore signal;
    uint64_t signal_value;
};
void submit(const struct gpu *gpu, struct batch batch, VkFence fence);
void submit2(const struct gpu *gpu, struct batch batch, VkFence fence);

/** Host operations on timelines. */
uint64_t value_of(const struct gpu *gpu, VkSemaphore semaphore);
void signal_host(const struct gpu *gpu, VkSemaphore semaphore, uint64_t value);
VkResult wait_host(const struct gpu *gpu, VkSemaphore semaphore, uint64_t value,
                   uint64_t timeout_ns);
void wait_fence(const struct gpu *gpu, VkFence fence);

/** Sends and receives one fd over a socket. */
void send_fd(int socket, int fd);
int receive_fd(int socket);

/** Starts this program anew in a role, with one end of a socket pair as its fd 3. */
pid_t spawn_role(const char *role, int *out_socket);
void assert_child_ok(pid_t pid);

/** The groups of tests, and the roles of the other process. */
int run_property_tests(void);
int run_share_tests(void);
int run_submit_tests(void);
int run_wait_tests(void);
int run_process_tests(void);
int play_role(const char *role, int socket);

#endif
