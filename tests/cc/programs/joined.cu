/* A program of several files whose device code is joined. */
#include "either.h"
#define OWN 1000
#include "joined.h"

__global__ void first_kernel(int *out)
{
    pair turned = turn(pair{ 3, 1.5f }, 2.0);
    square s(6);

    out[0] = sum_of(weights[1], total);
    out[1] = turned.first;
    out[2] = (int)(turned.second * 10);
    out[3] = chosen(5, 6);
    out[4] = pick(true)(5, 6);
    out[5] = pick(false)(5, 6);
    out[6] = (int)line[3];
    out[7] = cube(3);
    out[8] = merged + holder<int>::value;
    out[9] = count_calls();
    out[10] = area_of(s) + s.corners();
    out[11] = pick_of(limits::table, 2) + (int)(*&limits::scale * 4);
    merged = 50;
    holder<int>::value = 70;
}

__global__ void means(int *out)
{
    extern __shared__ int values[];

    values[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = mean_of_block(2);
}

static void first_file()
{
    static const int wanted[] = { 21 + 4, 6, 30, 11, 30, 11, 3, 27, 12, 1, 40, 32 };
    buffer<int> out(std::vector<int>(12));

    first_kernel<<<1, 1>>>(out.at);
    for (int i = 0; i < 12; i++)
        EXPECT(out.read()[i], wanted[i]);
}

/* Names of one meaning are the others', and those of a file its own. */
static void names()
{
    buffer<int> out(std::vector<int>(4));
    int new_own = 1500, new_constant = 1600;

    tell<<<1, 1>>>(out.at);
    EXPECT(out.read()[0] + out.read()[1] + out.read()[2], 3003);
    CHECK(API(MemcpyToSymbol)(SYMBOL(own), &new_own, sizeof(int)));
    tell<<<1, 1>>>(out.at);
    EXPECT(out.read()[0], 1500);
    CHECK(API(MemcpyToSymbol)(SYMBOL(own_constant), &new_constant, sizeof(int)));
    tell<<<1, 1>>>(out.at);
    EXPECT(out.read()[1], 1600);
    EXPECT(second_tells(), 2000 + 2001 + 2002);
    fill<<<1, 4>>>(out.at, 4);
    EXPECT(out.read()[3], 8);
    second_kernel<<<1, 1>>>(out.at);
    EXPECT(out.read()[0], 50 + 70 + 2);
}

/* A variable of one file is written and read by the host code of both. */
static void symbols()
{
    const int weight[4] = { 1, 2, 3, 4 };
    int value = 40, from_symbol = 0;
    buffer<int> out(std::vector<int>(12));
    void *address = nullptr;

    CHECK(API(MemcpyToSymbol)(SYMBOL(total), &value, sizeof(int)));
    EXPECT(second_reads_total(), 40);
    second_writes(300, weight);
    CHECK(API(MemcpyFromSymbol)(&from_symbol, SYMBOL(total), sizeof(int)));
    EXPECT(from_symbol, 300);
    CHECK(API(GetSymbolAddress)(&address, SYMBOL(total)));
    EXPECT(address != nullptr, 1);
    first_kernel<<<1, 1>>>(out.at);
    EXPECT(out.read()[0], 302);
}

static void kernels()
{
    API(FuncAttributes) about;
    buffer<int> out(std::vector<int>(32));

    CHECK(API(FuncGetAttributes)(&about, KERNEL(second_kernel)));
    means<<<1, 32, 32 * sizeof(int)>>>(out.at);
    EXPECT(out.read()[0], 17);
    EXPECT(out.read()[31], 17);
}

int main()
{
    first_file();
    names();
    symbols();
    kernels();
    std::puts("ok");
}
