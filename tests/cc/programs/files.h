/* What files.cu and files_second.cu share. */
struct shape {
    int width, height;
};
template <class T> __global__ void fill(T *values, T value, int count)
{
    if (threadIdx.x < count)
        values[threadIdx.x] = value;
}
/* Each file has a kernel and a variable of these names of its own. */
static __device__ int secret = SECRET;
static __global__ void tell(int *out, shape s)
{
    *out = secret + s.width * s.height;
}
int second_tells(shape s, float fill_by, std::vector<float> *out);
