/* HIP's printf in a kernel returns as many characters as the host's printf makes, or -1 without a
 * format. */
#include <climits>
#include <cmath>
#include <cstring>
#include <string>

#include "either.h"

/* What a kernel counts: a format and its arguments. */
struct line {
    char format[32];
    int count;
    unsigned long long values[3];
};

static std::vector<line> lines;
static std::vector<int> wanted;

static unsigned long long bits_of(double value)
{
    unsigned long long bits;

    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}
static unsigned long long bits_of(long long value) { return (unsigned long long)value; }
static unsigned long long bits_of(int value) { return (unsigned long long)value; }

template <class... Values> static void add(const std::string &format, Values... values)
{
    line one = { "", (int)sizeof...(values), { bits_of(values)... } };

    std::strncpy(one.format, format.c_str(), sizeof one.format - 1);
    lines.push_back(one);
    wanted.push_back(std::snprintf(nullptr, 0, one.format, values...));
}

static void add_real(double value)
{
    static const char *const middles[] = { "",    ".0",   "#.0", ".1",    ".2",   ".3",   ".9", ".15",
                                           ".16", ".17",  "+",   " 12",   "-30.4", "#",   "#.3",
                                           "030", ".40",  "400.3", ".1080", ".4000" };

    for (const char *middle : middles) {
        for (char letter : std::string("feGa"))
            add(std::string("<%") + middle + letter + ">", value);
    }
    add("%*.*e", 20, 3, value);
    add("%*.*g", -20, -3, value);
}

static void add_whole(long long value)
{
    for (const char *middle : { "", "+", " ", "12", "-12", ".0", ".9", "015", "#", "#.4" }) {
        for (const char *end : { "d", "u", "x", "o" }) {
            std::string text = std::string("%") + middle;

            add(text + end, (int)value);
            add(text + "h" + end, (int)(short)value);
            add(text + "hh" + end, (int)(signed char)value);
            add(text + "ll" + end, value);
        }
    }
    add("%c|", (int)value);
    add("100%%%lld%%", value);
}

__global__ void count(const line *lines, int *lengths, int number)
{
    int at = (int)(blockIdx.x * blockDim.x + threadIdx.x);

    if (at < number)
        lengths[at] = gpuinterop_print_length(lines[at].format, lines[at].values, lines[at].count);
}

__global__ void print(int *out, const char *none, double real)
{
    out[0] = std::printf("%s and %.3s, %10.3f|%-8g, %p %c %hhd %d %s\n", "text", "longer", real,
                         0.5f, (void *)0x1234, 'c', (signed char)-5, true, none);
    printf("and no answer\n");
    out[1] = printf(none, 7, real);
}

static void real_call()
{
    buffer<int> out(std::vector<int>(2, -7));

    print<<<1, 1>>>(out.at, nullptr, 2.0 / 3);
    CHECK(hipDeviceSynchronize());
    EXPECT(out.read()[1], -1);
    EXPECT(out.read()[0], std::strlen("text and lon,      0.667|0.5     , 0x1234 c -5 1 (null)\n"));
}

static void every_number()
{
    unsigned long long state = 88172645463325252ull;

    for (double value : { 0.0, -0.0, 1.0, 0.1, 0.5, 1.5, 2.5, 9.5, 99.5, 0.95, 0.99999, 9.9999995,
                          1e5, 1e6, 123456789.0, 1e15, 1e16, 1e22, 1e23, 9.5e99, 1e100,
                          9.9999999e99, 1e-4, 9.9999e-5, 9.99999999e-5, 1e-5, 1e-99, 1e-100,
                          9.9999999e-100, 1e300, 1.7976931348623157e308, 2.2250738585072014e-308,
                          4.9406564584124654e-324, 9991e9, 0.1e-9, 1e18, 5e-10, 1e-9,
                          123e-18, (double)INFINITY, -(double)INFINITY, (double)NAN })
        add_real(value);
    for (int i = 0; i < 60; i++) {
        double value;

        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        std::memcpy(&value, &state, sizeof value);
        add_real(i % 2 != 0 ? value : (double)(long long)state / (1ll << i % 60));
        add_whole((long long)state >> i);
    }
    for (long long value : { 0ll, 1ll, -1ll, 9ll, 10ll, 255ll, -128ll, LLONG_MIN, LLONG_MAX,
                             (long long)INT_MIN, 4294967295ll })
        add_whole(value);
    add("no argument\n", 0);
    add("%5%|%y %", 0);
}

int main()
{
    every_number();
    wanted.back() = 1 + 1 + 2 + 1 + 1;      /* what the library prints: "%|%y %" */

    buffer<line> to(lines);
    buffer<int> lengths(std::vector<int>(lines.size(), -1));
    count<<<(unsigned int)(lines.size() + 63) / 64, 64>>>(to.at, lengths.at, (int)lines.size());
    std::vector<int> got = lengths.read();
    for (size_t i = 0; i < lines.size(); i++) {
        if (got[i] != wanted[i]) {
            std::printf("%s of %llx: %d, not %d\n", lines[i].format, lines[i].values[0], got[i],
                        wanted[i]);
            return 1;
        }
    }
    real_call();
    std::puts("ok");
}
