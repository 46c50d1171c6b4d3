/* Discovery, what the card says about itself, and its nodes. */
#include "test_rig.h"
#include "uapi.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>
#include <unistd.h>

static void is_found_as_two_pci_devices(void **state)
{
    drmDevicePtr devices[8];
    unsigned found = 0;
    (void)state;

    int count = drmGetDevices2(DRM_DEVICE_GET_PCI_REVISION, devices, 8);
    assert_int_equal(count, 2);
    for (int i = 0; i < count; i++) {
        assert_int_equal(devices[i]->bustype, DRM_BUS_PCI);
        assert_int_equal(devices[i]->deviceinfo.pci->vendor_id, 0x1002);
        assert_true(devices[i]->available_nodes & (1 << DRM_NODE_RENDER));
        assert_true(devices[i]->available_nodes & (1 << DRM_NODE_PRIMARY));
        unsigned card = devices[i]->businfo.pci->bus - 3u;
        assert_true(card < 2);
        assert_int_equal(devices[i]->deviceinfo.pci->device_id, card == 0 ? 0x73bf : 0x687f);
        assert_int_equal(devices[i]->deviceinfo.pci->revision_id, 0xc1);
        found |= 1u << card;
    }
    assert_int_equal(found, 3);
    drmFreeDevices(devices, count);
}

static void nodes_are_character_devices(void **state)
{
    struct stat by_path, by_fd;
    (void)state;

    int fd = open("/dev/dri/renderD129", O_RDWR | O_CLOEXEC);
    assert_true(fd >= 0);
    assert_int_equal(stat("/dev/dri/renderD129", &by_path), 0);
    assert_int_equal(fstat(fd, &by_fd), 0);
    assert_true(S_ISCHR(by_path.st_mode) && S_ISCHR(by_fd.st_mode));
    assert_true(by_path.st_rdev == makedev(226, 129) && by_fd.st_rdev == by_path.st_rdev);
    int copy = fcntl(fd, F_DUPFD_CLOEXEC, 100);
    assert_int_equal(fstat(copy, &by_fd), 0);
    assert_true(by_fd.st_rdev == by_path.st_rdev);
    close(copy);
    close(fd);
    assert_int_equal(open("/dev/dri/renderD200", O_RDWR), -1);
    assert_int_equal(errno, ENOENT);
}

/** By the calls that ls and test use. */
static void tools_see_the_nodes(void **state)
{
    struct statx facts;
    char target[64] = "";

    (void)state;
    assert_int_equal(statx(AT_FDCWD, "/dev/dri/renderD129", 0, STATX_BASIC_STATS, &facts), 0);
    assert_true(S_ISCHR(facts.stx_mode));
    assert_int_equal(facts.stx_rdev_major, 226);
    assert_int_equal(facts.stx_rdev_minor, 129);
    assert_int_equal(statx(AT_FDCWD, "/dev/null", 0, STATX_BASIC_STATS, &facts), 0);
    assert_int_equal(facts.stx_rdev_major, 1);
    assert_int_equal(faccessat(AT_FDCWD, "/dev/dri/card0", R_OK | W_OK, AT_EACCESS), 0);
    assert_int_equal(faccessat(AT_FDCWD, "/dev/dri/card7", F_OK, 0), -1);
    assert_true(readlinkat(AT_FDCWD, "/sys/class/drm/renderD128/device/driver", target,
                           sizeof target - 1) > 0);
    assert_non_null(strstr(target, "drivers/amdgpu"));
    assert_int_equal(lgetxattr("/dev/dri/card0", "system.posix_acl_access", target, 8), -1);
    assert_int_not_equal(errno, ENOENT);
}

static void says_who_it_is(void **state)
{
    struct rig rig;
    struct drm_amdgpu_info_device info;
    struct drm_amdgpu_info_hw_ip dma;
    (void)state;

    rig_open(&rig, 0);
    drmVersionPtr version = drmGetVersion(rig.fd);
    assert_string_equal(version->name, "amdgpu");
    assert_int_equal(version->version_major, 3);
    drmFreeVersion(version);
    assert_int_equal(amdgpu_query_info(rig.device, AMDGPU_INFO_DEV_INFO, sizeof(info), &info), 0);
    assert_int_equal(info.family, 143);
    assert_int_equal(info.virtual_address_alignment, 4096);
    assert_int_equal(amdgpu_query_hw_ip_info(rig.device, AMDGPU_HW_IP_DMA, 0, &dma), 0);
    assert_int_equal(dma.available_rings, 3);
    assert_int_equal(dma.ib_start_alignment, 256);
    assert_int_equal(gicard_ip_version(&dma), 0x050200);
    const char *name = amdgpu_get_marketing_name(rig.device);
    if (name != NULL)
        assert_string_equal(name, "AMD Radeon RX 6800 XT");
    uint64_t cap;
    assert_int_equal(drmGetCap(rig.fd, DRM_CAP_SYNCOBJ_TIMELINE, &cap), 0);
    assert_int_equal(cap, 1);
    rig_close(&rig);
}

static void unknown_questions_are_refused(void **state)
{
    struct rig rig;
    uint32_t value;
    (void)state;

    rig_open(&rig, 0);
    assert_int_equal(amdgpu_query_info(rig.device, 0x77, sizeof(value), &value), -EINVAL);
    assert_int_equal(amdgpu_cs_ctx_create2(rig.device, AMDGPU_CTX_PRIORITY_HIGH, NULL), -EINVAL);
    amdgpu_context_handle context;
    assert_int_equal(amdgpu_cs_ctx_create2(rig.device, AMDGPU_CTX_PRIORITY_HIGH, &context),
                     -EACCES);
    rig_close(&rig);
}

static void closed_files_are_told_from_open_ones(void **state)
{
    struct rig rig;
    uint64_t leaks = card_counters().leaks;
    (void)state;

    for (int i = 0; i < 20; i++) {
        rig_open(&rig, 0);
        struct mem mem;
        mem_create(&rig, &mem, 4096, AMDGPU_GEM_DOMAIN_VRAM, 0);
        mem_destroy(&mem);
        rig_close(&rig);
    }
    int fd = open("/dev/dri/renderD128", O_RDWR | O_CLOEXEC);
    uint32_t syncobj;
    assert_int_equal(drmSyncobjCreate(fd, 0, &syncobj), 0);
    assert_int_equal(card_counters().leaks, leaks);
    close(fd);
    close(open("/dev/dri/renderD128", O_RDWR | O_CLOEXEC));
    assert_int_equal(card_counters().leaks, leaks + 1);
}

CASES(device, cmocka_unit_test(is_found_as_two_pci_devices),
      cmocka_unit_test(nodes_are_character_devices), cmocka_unit_test(tools_see_the_nodes),
      cmocka_unit_test(says_who_it_is),
      cmocka_unit_test(unknown_questions_are_refused),
      cmocka_unit_test(closed_files_are_told_from_open_ones));
