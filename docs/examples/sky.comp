// The sky of the demo: a sun that goes down behind two ranges of hills while stars come out. One
// thread for each pixel. The other stages draw a chequered floor below the horizon.
#version 450

layout(local_size_x = 16, local_size_y = 8) in;

layout(std430, binding = 0) buffer Memory { uint words[]; };

layout(push_constant) uniform Frame {
    uint frame_offset;           // in words
    uint stamp_offset;           // in words, from the frame
    uint width, height, horizon;
    uint number;
    float progress;              // 0 in the first frame .. 1 in the last
} frame;

float random(vec2 at)
{
    return fract(sin(dot(at, vec2(12.9898, 78.233))) * 43758.5453);
}

float noise(vec2 at)
{
    vec2 cell = floor(at), part = smoothstep(0.0, 1.0, fract(at));
    float left = mix(random(cell), random(cell + vec2(0, 1)), part.y);
    float right = mix(random(cell + vec2(1, 0)), random(cell + vec2(1, 1)), part.y);
    return mix(left, right, part.x);
}

vec3 sky(vec2 at)                // x from left to right, y from the top to the horizon, 0 .. 1
{
    float evening = smoothstep(0.1, 1.0, frame.progress);
    vec3 high = mix(vec3(0.22, 0.45, 0.80), vec3(0.05, 0.05, 0.20), evening);
    vec3 low = mix(vec3(0.95, 0.80, 0.62), vec3(0.90, 0.33, 0.22), evening);
    vec3 colour = mix(high, low, pow(at.y, 1.7));

    float clouds = noise(at * vec2(5, 14) + vec2(frame.progress * 1.5, 0))
                   * 0.6 + noise(at * vec2(11, 30) + vec2(frame.progress * 3.0, 7)) * 0.4;
    colour = mix(colour, mix(vec3(1.0), vec3(0.85, 0.42, 0.42), evening),
                 smoothstep(0.55, 0.85, clouds) * 0.6);

    float star = step(0.9965, random(floor(at * vec2(frame.width, frame.horizon) / 2.0)));
    colour += vec3(star * evening * (1.0 - at.y));

    vec2 apart = (at - vec2(0.62, 0.18 + 0.62 * frame.progress))
                 * vec2(float(frame.width) / float(frame.horizon), 1.0);
    float distance_to_sun = length(apart);
    vec3 sun = mix(vec3(1.0, 0.97, 0.80), vec3(1.0, 0.62, 0.25), evening);
    colour += sun * 0.55 * exp(-distance_to_sun * 5.0);
    return mix(colour, sun, 1.0 - smoothstep(0.150, 0.158, distance_to_sun));
}

vec3 scene(vec2 at)
{
    float light = 1.0 - 0.55 * frame.progress;
    float far = 0.89 - 0.14 * noise(vec2(at.x * 6.0, 1.0)) - 0.03 * noise(vec2(at.x * 31.0, 2.0));
    float near = 0.985 - 0.11 * noise(vec2(at.x * 3.5 + 4.0, 3.0))
                 - 0.02 * noise(vec2(at.x * 60.0, 4.0));

    if (at.y > near)
        return mix(vec3(0.13, 0.22, 0.20), vec3(0.09, 0.12, 0.17), frame.progress)
               * light;
    if (at.y > far)
        return mix(vec3(0.27, 0.30, 0.42), vec3(0.46, 0.36, 0.42), at.y) * light;
    return sky(at);
}

void main()
{
    uvec2 at = gl_GlobalInvocationID.xy;

    if (at == uvec2(0))
        words[frame.frame_offset + frame.stamp_offset] = frame.number;
    if (at.x >= frame.width || at.y >= frame.height)
        return;
    vec3 colour = vec3(((at.x / 8 + at.y / 8) & 1) == 0 ? 0.25 : 0.30);
    if (at.y < frame.horizon)
        colour = scene((vec2(at) + 0.5) / vec2(frame.width, frame.horizon));
    words[frame.frame_offset + at.y * frame.width + at.x] =
        packUnorm4x8(vec4(clamp(colour, 0.0, 1.0), 1.0));
}
