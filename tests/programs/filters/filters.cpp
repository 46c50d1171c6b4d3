/* Runs FFmpeg's filter kernels on this library and on the processor, and compares what they write.
 * Arguments: a folder with NAME.ptx and NAME.so for each filter (filters.py makes them). */
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>

#include "texture.h"

#define TRY(call) try_call((call), #call)
static void try_call(cudaError_t error, const char *call)
{
    if (error == cudaSuccess)
        return;
    printf("FAILED: %s: %s\n", call, cudaGetErrorString(error));
    exit(1);
}

enum { WIDTH = 131, HEIGHT = 74 };
static int failures, runs;
static uint32_t noise_state = 1;

static uint32_t noise()
{
    noise_state = noise_state * 1664525 + 1013904223;
    return noise_state >> 8;
}

/* ---- what a kernel reads and writes, on both sides ------------------------------------------- */

struct picture {
    std::vector<uint8_t> bytes;
    void *device = nullptr;
    size_t pitch = 0;
    cudaTextureObject_t object = 0;
    reference_texture host{};

    picture(int width, int height, unsigned channels, unsigned channel_bytes, bool as_numbers)
    {
        size_t row = (size_t)width * channels * channel_bytes;
        int bits = (int)channel_bytes * 8;
        cudaResourceDesc resource{};
        cudaTextureDesc how{};

        bytes.resize(row * height);
        for (size_t i = 0; i < bytes.size(); i++)       /* slopes with noise, as pictures are */
            bytes[i] = (uint8_t)(i / row * 2 + i % row + noise() % 24);
        host = {bytes.data(), width, height, channels, channel_bytes};
        TRY(cudaMallocPitch(&device, &pitch, row, height));
        TRY(cudaMemcpy2D(device, pitch, bytes.data(), row, row, height, cudaMemcpyHostToDevice));
        resource.resType = cudaResourceTypePitch2D;
        resource.res.pitch2D = {device, {bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0,
                                         channels > 2 ? bits : 0, cudaChannelFormatKindUnsigned},
                                (size_t)width, (size_t)height, pitch};
        how.readMode = as_numbers ? cudaReadModeElementType : cudaReadModeNormalizedFloat;
        TRY(cudaCreateTextureObject(&object, &resource, &how, nullptr));
    }
    picture(const picture &) = delete;
    ~picture()
    {
        TRY(cudaDestroyTextureObject(object));
        TRY(cudaFree(device));
    }
};

struct buffer {
    std::vector<uint8_t> host;
    void *device = nullptr;

    explicit buffer(size_t size_bytes) : host(size_bytes, 0x5a)
    {
        TRY(cudaMalloc(&device, size_bytes));
        TRY(cudaMemset(device, 0x5a, size_bytes));
    }
    void set(const void *from)
    {
        memcpy(host.data(), from, host.size());
        TRY(cudaMemcpy(device, from, host.size(), cudaMemcpyHostToDevice));
    }
    buffer(const buffer &) = delete;
    ~buffer() { TRY(cudaFree(device)); }
};

/* What an argument is for the device, and for the processor. */
static uint64_t there(const picture &image) { return image.object; }
static uint64_t here(const picture &image) { return (uint64_t)(uintptr_t)&image.host; }
static void *there(const buffer &memory) { return memory.device; }
static void *here(buffer &memory) { return memory.host.data(); }
template <typename T> static T there(const T &value) { return value; }
template <typename T> static T here(const T &value) { return value; }

/* ---- one filter ------------------------------------------------------------------------------ */

struct filter {
    std::string name;
    cudaLibrary_t library = nullptr;
    void *processor;
    uint3 *block, *thread;
    dim3 *size;

    filter(const std::string &folder, const char *name) : name(name)
    {
        std::string path = folder + "/" + name;

        TRY(cudaLibraryLoadFromFile(&library, (path + ".ptx").c_str(), nullptr, nullptr, 0, nullptr,
                                    nullptr, 0));
        processor = dlopen((path + ".so").c_str(), RTLD_NOW | RTLD_LOCAL);
        if (processor == nullptr) {
            printf("FAILED: %s\n", dlerror());
            exit(1);
        }
        block = static_cast<uint3 *>(dlsym(processor, "reference_block"));
        thread = static_cast<uint3 *>(dlsym(processor, "reference_thread"));
        size = static_cast<dim3 *>(dlsym(processor, "reference_block_size"));
    }
    ~filter() { TRY(cudaLibraryUnload(library)); }

    void device_run(const char *kernel, dim3 grid, dim3 threads, void **arguments)
    {
        cudaKernel_t found;

        TRY(cudaLibraryGetKernel(&found, library, kernel));
        TRY(cudaLaunchKernel((const void *)found, grid, threads, arguments, 0, nullptr));
    }

    /* Runs a kernel on WIDTH x HEIGHT threads on both sides. */
    template <typename... A> void run(const char *kernel, A &&...arguments)
    {
        using entry = void (*)(decltype(here(arguments))...);
        auto *function = (entry)dlsym(processor, kernel);
        dim3 threads(32, 4, 1), grid((WIDTH + 31) / 32, (HEIGHT + 3) / 4, 1);

        if (function == nullptr) {
            printf("FAILED: %s: no %s for the processor\n", name.c_str(), kernel);
            exit(1);
        }
        [&](auto... values) {
            void *list[] = {&values...};
            device_run(kernel, grid, threads, list);
        }(there(arguments)...);
        *size = threads;
        for (unsigned y = 0; y < grid.y * threads.y; y++) {
            for (unsigned x = 0; x < grid.x * threads.x; x++) {
                *block = {x / threads.x, y / threads.y, 0};
                *thread = {x % threads.x, y % threads.y, 0};
                function(here(arguments)...);
            }
        }
    }

    /* Compares what both sides wrote; channels may differ by `allowed`. */
    void compare(const char *what, buffer &memory, unsigned channel_bytes, int allowed)
    {
        std::vector<uint8_t> got(memory.host.size());
        size_t differ = 0, beyond = 0;

        TRY(cudaMemcpy(got.data(), memory.device, got.size(), cudaMemcpyDeviceToHost));
        for (size_t i = 0; i < got.size(); i += channel_bytes) {
            int a = got[i], b = memory.host[i];

            if (channel_bytes == 2) {
                a |= got[i + 1] << 8;
                b |= memory.host[i + 1] << 8;
            }
            differ += a != b;
            beyond += abs(a - b) > allowed;
        }
        runs++;
        failures += beyond != 0;
        if (beyond != 0 || differ != 0)
            printf("%s %s: %zu channels differ, %zu of them by more than %d\n",
                   beyond != 0 ? "FAILED:" : "close:", what, differ, beyond, allowed);
    }
};

/* ---- the filters ----------------------------------------------------------------------------- */

static const struct {
    const char *suffix;
    unsigned channels, bytes;
} sorts[] = {{"uchar", 1, 1}, {"ushort", 1, 2}, {"uchar2", 2, 1}, {"ushort2", 2, 2}};

static void deinterlace(const std::string &folder, const char *file, const char *kernel, bool bwdif)
{
    filter all(folder, file);

    for (const auto &sort : sorts) {
        std::string name = std::string(kernel) + "_" + sort.suffix;
        picture prev(WIDTH, HEIGHT, sort.channels, sort.bytes, true);
        picture cur(WIDTH, HEIGHT, sort.channels, sort.bytes, true);
        picture next(WIDTH, HEIGHT, sort.channels, sort.bytes, true);

        for (int mode = 0; mode < 8; mode++) {
            buffer out((size_t)WIDTH * HEIGHT * sort.channels * sort.bytes);
            int parity = mode & 1, tff = mode >> 1 & 1;

            if (bwdif)
                all.run(name.c_str(), out, prev, cur, next, (int)WIDTH, (int)HEIGHT, (int)WIDTH,
                        (int)WIDTH, (int)HEIGHT, parity, tff, mode >> 2,
                        sort.bytes == 1 ? 255 : 65535);
            else
                all.run(name.c_str(), out, prev, cur, next, (int)WIDTH, (int)HEIGHT, (int)WIDTH,
                        (int)WIDTH, (int)HEIGHT, parity, tff, (bool)(mode >> 2));
            all.compare(name.c_str(), out, sort.bytes, 0);
        }
    }
}

static void thumbnail(const std::string &folder)
{
    filter all(folder, "vf_thumbnail_cuda");

    for (const auto &sort : sorts) {
        std::string name = std::string("Thumbnail_") + sort.suffix;
        picture image(WIDTH, HEIGHT, sort.channels, sort.bytes, true);
        std::vector<int> zeros(512);
        buffer histogram(512 * sizeof(int));

        histogram.set(zeros.data());
        all.run(name.c_str(), image, histogram, (int)WIDTH, (int)HEIGHT);
        all.compare(name.c_str(), histogram, 2, 0);
    }
}

static void overlay(const std::string &folder)
{
    filter all(folder, "vf_overlay_cuda");
    picture below(WIDTH, HEIGHT, 1, 1, true), above(64, 32, 1, 1, true), alpha(64, 32, 1, 1, true);
    buffer out(below.bytes.size()), over(above.bytes.size()), opacity(alpha.bytes.size());

    over.set(above.bytes.data());
    opacity.set(alpha.bytes.data());
    for (int line : {0, 64}) {
        out.set(below.bytes.data());
        all.run("Overlay_Cuda", 17, 9, out, (int)WIDTH, over, 64, 64, 32, opacity, line, 1, 1);
        all.compare("Overlay_Cuda", out, 1, 1);
    }
}

static void colorspace(const std::string &folder)
{
    filter all(folder, "vf_colorspace_cuda");
    int width = (WIDTH + 31) / 32 * 32, height = (HEIGHT + 3) / 4 * 4;
    picture image(width, height, 1, 1, true);
    buffer from(image.bytes.size()), to(image.bytes.size());

    from.set(image.bytes.data());
    for (const char *kernel : {"to_jpeg_cuda", "to_mpeg_cuda"}) {
        for (int component : {0, 1}) {
            all.run(kernel, from, to, width, component);
            all.compare(kernel, to, 1, 0);
        }
    }
}

/* Chroma planes have half the width and height. The sums are of floats: 1 is allowed. */
static void planes(const std::string &folder, const char *file, bool bilateral)
{
    filter all(folder, file);
    const int half = WIDTH / 2, low = HEIGHT / 2;
    picture luma(WIDTH, HEIGHT, 1, 1, false), u(half, low, 1, 1, false), v(half, low, 1, 1, false);
    picture both(half, low, 2, 1, false);
    size_t size = (size_t)WIDTH * HEIGHT;
    buffer y(size), first(size), second(size), alpha(size);
    const std::vector<uint8_t> zeros(size);

    for (bool is_nv12 : {false, true}) {
        const char *kernel = is_nv12 ? "Process_uchar2" : "Process_uchar";
        picture &chroma = is_nv12 ? both : u;

        if (bilateral && is_nv12)
            all.run(kernel, luma, chroma, (uint64_t)0, y, first, (void *)nullptr, (int)WIDTH,
                    (int)HEIGHT, (int)WIDTH, half, low, half, 7, 1.5f, 20.0f);
        else if (bilateral)
            all.run(kernel, luma, chroma, v, y, first, second, (int)WIDTH, (int)HEIGHT, (int)WIDTH,
                    half, low, half, 7, 1.5f, 20.0f);
        else if (is_nv12)
            all.run(kernel, luma, chroma, (uint64_t)0, y, first, second, alpha, (int)WIDTH,
                    (int)HEIGHT, (int)WIDTH, half, low, half, 90.0f, 120.0f, 0.1f, 0.3f);
        else
            all.run(kernel, luma, chroma, v, y, first, second, alpha, (int)WIDTH, (int)HEIGHT,
                    (int)WIDTH, half, low, half, 90.0f, 120.0f, 0.1f, 0.3f);
        all.compare(kernel, y, 1, 1);
        if (!bilateral) {                /* four threads write the same chroma of a bilateral */
            all.compare(kernel, first, 1, 1);
            all.compare(kernel, second, 1, 1);
            all.compare(kernel, alpha, 1, 1);
        }
    }
}

struct scale_parameters {
    uint64_t sources[4];
    void *targets[4];
    int width, height, pitch, left, top, source_width, source_height;
    float parameter;
    int mpeg_range;
    void *weights, *offsets;
    int filter_size;
};

struct scale_call {
    const picture *source;
    buffer *targets[3], *weights, *offsets;
    int source_width, source_height, filter_size;
};

template <typename S, typename P>
static scale_parameters fill(const scale_call &call, S side, P place)
{
    scale_parameters all{};

    for (int i = 0; i < 4; i++) {
        all.sources[i] = side(*call.source);
        all.targets[i] = place(*call.targets[i % 3]);
    }
    all.width = WIDTH;
    all.pitch = WIDTH * 8;           /* bytes */
    all.height = HEIGHT;
    all.source_width = call.source_width;
    all.source_height = call.source_height;
    all.parameter = 0.6f;
    all.weights = place(*call.weights);
    all.offsets = place(*call.offsets);
    all.filter_size = call.filter_size;
    return all;
}
static scale_parameters there(const scale_call &call)
{
    return fill(call, [](const picture &p) { return there(p); },
                [](buffer &b) { return there(b); });
}
static scale_parameters here(const scale_call &call)
{
    return fill(call, [](const picture &p) { return here(p); }, [](buffer &b) { return here(b); });
}

static void scale(const std::string &folder)
{
    static const struct {
        const char *name;
        unsigned channels, bytes, bytes_out;
        int allowed;
        bool as_numbers;
    } kernels[] = {
        {"Subsample_Nearest_planar8_planar8", 1, 1, 1, 0, true},
        {"Subsample_Nearest_planar8_planar10", 1, 1, 2, 0, true},
        {"Subsample_Nearest_semiplanar16_planar8_uv", 2, 2, 1, 0, true},
        {"Subsample_Nearest_rgba_bgra", 4, 1, 1, 0, true},
        {"Subsample_Bicubic_planar8_planar8", 1, 1, 1, 1, false},
        {"Subsample_Bicubic_planar16_planar16", 1, 2, 2, 2, false},
        {"Subsample_Bicubic_semiplanar8_semiplanar8_uv", 2, 1, 1, 1, false},
        {"Subsample_Bicubic_bgra_rgba", 4, 1, 1, 1, false},
        {"Subsample_Lanczos_planar8_planar8", 1, 1, 1, 1, false},
        {"Subsample_Lanczos_rgb0_bgr0", 4, 1, 1, 1, false},
        {"Subsample_Generic_h_planar8_planar8", 1, 1, 1, 1, false},
        {"Subsample_Generic_v_planar8_planar8", 1, 1, 1, 1, false},
    };
    filter all(folder, "vf_scale_cuda");
    const int taps = 5;
    std::vector<float> weights((size_t)WIDTH * taps, 1.0f / taps);
    std::vector<int> offsets(WIDTH);

    for (int i = 0; i < WIDTH; i++)
        offsets[i] = i * 3 / 4;
    for (const auto &kernel : kernels) {
        bool across = strstr(kernel.name, "Generic_h") != nullptr;
        bool up = strstr(kernel.name, "Generic_v") != nullptr;
        picture image(up ? WIDTH : 97, across ? HEIGHT : 53, kernel.channels, kernel.bytes,
                      kernel.as_numbers);
        size_t size = (size_t)WIDTH * HEIGHT * 8;
        buffer first(size), second(size), third(size);
        buffer w(weights.size() * sizeof(float)), o(offsets.size() * sizeof(int));

        w.set(weights.data());
        o.set(offsets.data());
        scale_call call{&image, {&first, &second, &third}, &w, &o, image.host.width,
                        image.host.height, taps};
        all.run(kernel.name, call);
        all.compare(kernel.name, first, kernel.bytes_out, kernel.allowed);
        all.compare(kernel.name, second, kernel.bytes_out, kernel.allowed);
        all.compare(kernel.name, third, kernel.bytes_out, kernel.allowed);
    }
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    deinterlace(argv[1], "vf_yadif_cuda", "yadif", false);
    deinterlace(argv[1], "vf_bwdif_cuda", "bwdif", true);
    thumbnail(argv[1]);
    overlay(argv[1]);
    colorspace(argv[1]);
    planes(argv[1], "vf_chromakey_cuda", false);
    planes(argv[1], "vf_bilateral_cuda", true);
    scale(argv[1]);
    printf("%d comparisons, %d failed\n", runs, failures);
    return failures != 0;
}
