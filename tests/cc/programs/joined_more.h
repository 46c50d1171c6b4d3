/* What joined_more.cu and joined_more_second.cu share. */
extern __managed__ int counter;
extern __managed__ int numbers[3];
__device__ int chosen_size();
__device__ int default_size();
__device__ int second_asks();
__device__ bool second_has(int (*function)(int));
__device__ bool second_has_own(int (*function)(int));
int second_counts();

inline __device__ __noinline__ int same_everywhere(int value)
{
    return value * 3;
}
