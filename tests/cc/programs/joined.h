/* What joined.cu, joined_second.cu and joined_third.cu share. */
struct pair {
    int first;
    float second;
};
typedef int (*operation)(int, int);

/* Defined in joined_second.cu. */
extern __device__ int total;
extern __constant__ int weights[4];
extern __device__ float line[8];
extern __device__ operation chosen;
__device__ int sum_of(int a, int b);
__device__ pair turn(pair p, double by);
__device__ operation pick(bool is_product);
__device__ int mean_of_block(int value);
__global__ void second_kernel(int *out);
int second_reads_total();
void second_writes(int new_total, const int *new_weights);
int second_tells();

/* Defined in joined_third.cu, which host code does not call: only the others' device code does. */
__device__ int cube(int value);

/* One for all files. */
inline __device__ int merged = 5;
template <class T> struct holder {
    static __device__ T value;
};
template <class T> __device__ T holder<T>::value = T(7);
inline __device__ int count_calls()
{
    static int calls = 0;

    return ++calls;
}
template <class T> __device__ __noinline__ T twice(T value)
{
    return value + value;
}
template <class T> __global__ void fill(T *values, T value)
{
    values[threadIdx.x] = twice(value);
}

/* Each file has its own. */
static __device__ int own = OWN;
static __constant__ int own_constant = OWN + 1;
static __device__ __noinline__ int own_function()
{
    return OWN + 2;
}
static __global__ void tell(int *out)
{
    out[0] = own;
    out[1] = own_constant;
    out[2] = own_function();
}

/* Its functions are in joined_second.cu. */
struct shape {
    int size;
    __device__ explicit shape(int size) : size(size) {}
    __device__ virtual int area() const;
    __device__ virtual int corners() const { return 0; }
};
struct square : shape {
    __device__ explicit square(int size) : shape(size) {}
    __device__ int area() const override;
    __device__ int corners() const override { return 4; }
};
__device__ int area_of(const shape &s);

/* Constants with addresses. */
struct limits {
    static constexpr int table[3] = { 10, 20, 30 };
    static constexpr float scale = 0.5f;
};
__device__ int pick_of(const int *table, int index);
