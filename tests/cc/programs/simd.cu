/* Numbers in the parts of a word. The wanted values are those of CUDA 13's functions on an H200. */
#include "either.h"

#ifndef __HIP__
static const unsigned int operands[][2] = {
    { 0x80007fff, 0x00018000 }, { 0x80ff7f01, 0x017f80ff }, { 0x00fffe01, 0xff00ff02 },
    { 0x12345678, 0x87654321 }, { 0xffffffff, 0x00000000 }, { 0x7f807f80, 0x7f817e80 },
};
enum { PAIRS = sizeof operands / sizeof operands[0] };

#define ONE(F) F(__vabs2) F(__vabs4) F(__vabsss2) F(__vabsss4) F(__vneg2) F(__vneg4) F(__vnegss2) \
    F(__vnegss4)
#define TWO_OF(F, n) F(__vabsdiffs##n) F(__vabsdiffu##n) F(__vadd##n) F(__vaddss##n) F(__vaddus##n) \
    F(__vsub##n) F(__vsubss##n) F(__vsubus##n) F(__vavgs##n) F(__vavgu##n) F(__vhaddu##n) \
    F(__vmaxs##n) F(__vmaxu##n) F(__vmins##n) F(__vminu##n) F(__vsads##n) F(__vsadu##n) \
    F(__vcmpeq##n) F(__vcmpne##n) F(__vcmpges##n) F(__vcmpgeu##n) F(__vcmpgts##n) F(__vcmpgtu##n) \
    F(__vcmples##n) F(__vcmpleu##n) F(__vcmplts##n) F(__vcmpltu##n) \
    F(__vseteq##n) F(__vsetne##n) F(__vsetges##n) F(__vsetgeu##n) F(__vsetgts##n) F(__vsetgtu##n) \
    F(__vsetles##n) F(__vsetleu##n) F(__vsetlts##n) F(__vsetltu##n)
#define TWO(F) TWO_OF(F, 2) TWO_OF(F, 4)
#define NAME(name) #name,
static const char *const names[] = { ONE(NAME) TWO(NAME) };
enum { FUNCTIONS = sizeof names / sizeof names[0] };

__global__ void use_all(const unsigned int *in, unsigned int *out)
{
    unsigned int a = in[2 * threadIdx.x], b = in[2 * threadIdx.x + 1];

    out += threadIdx.x * FUNCTIONS;
#define USE_ONE(name) *out++ = name(a);
#define USE_TWO(name) *out++ = name(a, b);
    ONE(USE_ONE) TWO(USE_TWO)
}

/* One sum of all results of a function: the results of 6 pairs, each turned by its number. */
static unsigned int sum_of(const std::vector<unsigned int> &out, int function)
{
    unsigned int sum = 0;

    for (int i = 0; i < PAIRS; i++) {
        unsigned int word = out[i * FUNCTIONS + function];

        sum = sum * 31 + word;
    }
    return sum;
}

static const unsigned int wanted[] = {
#include "simd_wanted.h"
};

int main(int argc, char **)
{
    buffer<unsigned int> in(std::vector<unsigned int>(&operands[0][0], &operands[0][0] + 2 * PAIRS));
    buffer<unsigned int> out(std::vector<unsigned int>(PAIRS * FUNCTIONS, 0));

    use_all<<<1, PAIRS>>>(in.at, out.at);
    std::vector<unsigned int> got = out.read();
    for (int i = 0; i < FUNCTIONS; i++) {
        if (argc > 1) {
            std::printf("    0x%08x, /* %s */\n", sum_of(got, i), names[i]);
        } else if (sum_of(got, i) != wanted[i]) {
            std::printf("%s is wrong\n", names[i]);
            return 1;
        }
    }
    if (argc == 1)
        std::puts("ok");
    return 0;
}
#else
int main(int, char **)
{
    std::puts("ok");        /* HIP has none of these functions */
    return 0;
}
#endif
