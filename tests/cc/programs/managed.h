/* What the files of the program share. Each file has a "mine" of its own. */
struct record {
    short kind;
    double weights[3];
};
static __managed__ int mine = FIRST;
__global__ void next_file(int *out, int add);
__global__ void third(int *out, int value);
int second_counts(int add);
int third_launches(int add);
