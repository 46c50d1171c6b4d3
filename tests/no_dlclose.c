/* Preloaded into the tests of a sanitizer build. The Vulkan loader unloads drivers and layers with
 * their last instance, after which LeakSanitizer can no longer name them and the list of excused
 * leaks (lsan.supp) finds nothing; so here nothing is ever unloaded. */

int dlclose(void *handle);

int dlclose(void *handle)
{
    (void)handle;
    return 0;
}
