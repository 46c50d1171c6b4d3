/* Reads of texture objects and accesses to surface objects, by the functions of the headers. */
#include "either.h"

#include <cstring>

enum { WIDE = 8, HIGH = 4 };

__global__ void read_cells(API(TextureObject_t) from, float *out)
{
    int x = threadIdx.x, y = threadIdx.y;

    out[y * WIDE + x] = tex2D<float>(from, x + 0.5f, y + 0.5f);
}

__global__ void read_line(API(TextureObject_t) from, float *out)
{
    out[threadIdx.x] = tex1Dfetch<float>(from, threadIdx.x);
}

__global__ void gather(API(TextureObject_t) floats, API(TextureObject_t) bytes, float *out)
{
    float4 all = tex2Dgather<float4>(floats, 1, 1);
    uchar4 green = tex2Dgather<uchar4>(bytes, 1, 1, 1);

    out[0] = all.x, out[1] = all.y, out[2] = all.z, out[3] = all.w;
    out[4] = green.x, out[5] = green.y, out[6] = green.z, out[7] = green.w;
}

__global__ void write_layers(API(SurfaceObject_t) to)
{
    int x = threadIdx.x, y = threadIdx.y, layer = threadIdx.z;

    surf2DLayeredwrite((short)(x + 10 * y - 100 * layer), to, x * 2, y, layer);
}

__global__ void read_layers(API(TextureObject_t) from, float *out)
{
    int x = threadIdx.x, y = threadIdx.y, layer = threadIdx.z;

    short plain = tex2DLayered<short>(from, x + 0.5f, y + 0.5f, layer);
    float2 none = make_float2(0, 0);     /* the same place: the first level */
    short same = tex2DLayeredGrad<short>(from, x + 0.5f, y + 0.5f, layer, none, none);

    out[(layer * HIGH + y) * WIDE + x] = plain == same ? plain : (short)-1;
}

__global__ void swap_bytes(API(SurfaceObject_t) cells)
{
    int x = threadIdx.x * 4, y = threadIdx.y;
    uchar4 texel = surf2Dread<uchar4>(cells, x, y);

    surf2Dwrite(make_uchar4(texel.w, texel.z, texel.y, texel.x), cells, x, y);
}

static API(TextureObject_t) texture_of(const API(ResourceDesc) &resource)
{
    API(TextureDesc) description;
    API(TextureObject_t) texture;

    std::memset(&description, 0, sizeof(description));
    for (int axis = 0; axis < 3; axis++)
        description.addressMode[axis] = API(AddressModeClamp);
    CHECK(API(CreateTextureObject)(&texture, &resource, &description, NULL));
    return texture;
}

static API(ResourceDesc) resource_of(API(Array_t) array)
{
    API(ResourceDesc) resource;

    std::memset(&resource, 0, sizeof(resource));
    resource.resType = API(ResourceTypeArray);
    resource.res.array.array = array;
    return resource;
}

/* An array whose bytes are those at from. */
static API(Array_t) array_of(API(ChannelFormatDesc) format, const void *from, size_t row_bytes)
{
    API(Array_t) array;

    CHECK(API(MallocArray)(&array, &format, WIDE, HIGH,
                           API(ArraySurfaceLoadStore) | API(ArrayTextureGather)));
    CHECK(API(Memcpy2DToArray)(array, 0, 0, from, row_bytes, row_bytes, HIGH,
                               API(MemcpyHostToDevice)));
    return array;
}

static void lines(buffer<float> &out)
{
    std::vector<float> line(32);
    API(ResourceDesc) resource;

    for (int i = 0; i < 32; i++)
        line[i] = i * 0.75f;
    buffer<float> from(line);
    std::memset(&resource, 0, sizeof(resource));
    resource.resType = API(ResourceTypeLinear);
    resource.res.linear.devPtr = from.at;
    resource.res.linear.desc = API(CreateChannelDesc)(32, 0, 0, 0, API(ChannelFormatKindFloat));
    resource.res.linear.sizeInBytes = 32 * sizeof(float);
    read_line<<<1, 32>>>(texture_of(resource), out.at);
    for (int i = 0; i < 32; i++)
        EXPECT(out.read()[i], line[i]);
}

static void cells(buffer<float> &out)
{
    float numbers[HIGH][WIDE];
    unsigned char bytes[HIGH][WIDE][4], back[HIGH][WIDE][4];

    for (int i = 0; i < WIDE * HIGH; i++)
        numbers[i / WIDE][i % WIDE] = i * 1.5f - 3;
    for (int i = 0; i < WIDE * HIGH * 4; i++)
        bytes[0][0][i] = (unsigned char)(i * 7);
    API(Array_t) floats = array_of(API(CreateChannelDesc)(32, 0, 0, 0, API(ChannelFormatKindFloat)),
                                   numbers, sizeof(numbers[0]));
    API(Array_t) fours = array_of(API(CreateChannelDesc)(8, 8, 8, 8,
                                                         API(ChannelFormatKindUnsigned)),
                                  bytes, sizeof(bytes[0]));
    API(TextureObject_t) of_floats = texture_of(resource_of(floats));
    API(ResourceDesc) resource = resource_of(fours);
    API(SurfaceObject_t) surface;

    read_cells<<<1, dim3(WIDE, HIGH)>>>(of_floats, out.at);
    for (int i = 0; i < WIDE * HIGH; i++)
        EXPECT(out.read()[i], numbers[i / WIDE][i % WIDE]);

    gather<<<1, 1>>>(of_floats, texture_of(resource), out.at);
    const int places[4][2] = { { 1, 0 }, { 1, 1 }, { 0, 1 }, { 0, 0 } };
    for (int i = 0; i < 4; i++) {
        EXPECT(out.read()[i], numbers[places[i][0]][places[i][1]]);
        EXPECT(out.read()[4 + i], bytes[places[i][0]][places[i][1]][1]);
    }

    CHECK(API(CreateSurfaceObject)(&surface, &resource));
    swap_bytes<<<1, dim3(WIDE, HIGH)>>>(surface);
    CHECK(API(Memcpy2DFromArray)(back, sizeof(back[0]), fours, 0, 0, sizeof(back[0]), HIGH,
                                 API(MemcpyDeviceToHost)));
    for (int i = 0; i < WIDE * HIGH * 4; i++)
        EXPECT(back[0][0][i], bytes[0][0][i ^ 3]);
}

static void layers(buffer<float> &out)
{
    API(ChannelFormatDesc) format = API(CreateChannelDesc)(16, 0, 0, 0, API(ChannelFormatKindSigned));
    API(Array_t) array;
    API(SurfaceObject_t) surface;

    CHECK(API(Malloc3DArray)(&array, &format, { WIDE, HIGH, 3 },
                             API(ArrayLayered) | API(ArraySurfaceLoadStore)));
    API(ResourceDesc) resource = resource_of(array);
    CHECK(API(CreateSurfaceObject)(&surface, &resource));
    write_layers<<<1, dim3(WIDE, HIGH, 3)>>>(surface);
    read_layers<<<1, dim3(WIDE, HIGH, 3)>>>(texture_of(resource), out.at);
    for (int i = 0; i < WIDE * HIGH * 3; i++)
        EXPECT(out.read()[i], i % WIDE + i / WIDE % HIGH * 10 - i / WIDE / HIGH * 100);
}

int main()
{
    buffer<float> out{ std::vector<float>(WIDE * HIGH * 3) };

    lines(out);
    cells(out);
    layers(out);
    std::puts("ok");
    return 0;
}
