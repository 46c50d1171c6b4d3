/* The rounds until a point leaves the Mandelbrot set. */
static __device__ void mandelbrot_in(unsigned *to, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int round = 0;
    if (x >= n || y >= n)
        return;
    float cx = 3.0f * x / n - 2.0f, cy = 2.4f * y / n - 1.2f, zx = 0, zy = 0;
    while (round < 200 && zx * zx + zy * zy < 4.0f) {
        float next = zx * zx - zy * zy + cx;
        zy = 2 * zx * zy + cy;
        zx = next;
        round++;
    }
    to[y * n + x] = round;
}
