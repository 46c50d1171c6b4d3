/* Starts a kernel of kernels.cu, and stands for the launch. */
struct size3 {
    unsigned int x, y, z;
};

void start(int n);
int LAUNCH(const void *kernel, struct size3 grid, struct size3 block, void **arguments,
           unsigned long shared_bytes, void *stream);

static int launched;

int LAUNCH(const void *kernel, struct size3 grid, struct size3 block, void **arguments,
           unsigned long shared_bytes, void *stream)
{
    (void)stream;
    launched = kernel && grid.x == 2 && block.x == 32 && *(int *)arguments[0] == 7
        && shared_bytes == 0;
    return 0;
}

int main(void)
{
    start(7);
    return !launched;
}
