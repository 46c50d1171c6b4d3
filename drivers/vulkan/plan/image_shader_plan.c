#include "image_shader_plan.h"

#include "contract/command.h"

/* Every device supports so many workgroups in each direction. Shaders loop over the rest. */
enum { GIVK_MOST_GROUPS = 65535 };

/* The bytes of memory that a thread accesses at once, if aligned. Single bytes are slow to
 * store. */
enum { GIVK_LEAST_UNIT_BYTES = 4, GIVK_MOST_UNIT_BYTES = 16 };

static uint32_t givk_log2(uint32_t bytes)
{
    return (uint32_t)__builtin_ctz(bytes);
}

uint32_t givk_image_shader_index(const struct givk_image_shader *shader)
{
    uint32_t size = givk_log2(shader->texel_bytes) * 5 + givk_log2(shader->unit_bytes);

    if (shader->kind == GI_COMMAND_IMAGE_COPY)
        return 150 + (shader->to - 1) * 3 + shader->from - 1;
    if (shader->kind == GI_COMMAND_IMAGE_READ)
        return 75 + (shader->from - 1) * 25 + size;
    return (shader->to - 1) * 25 + size;
}

/* ---- whether --------------------------------------------------------------------------------- */

static uint32_t givk_dims(const struct gi_image_place *place)
{
    return (uint32_t)place->image->shape.dims + 1;
}

/** Returns the texel size if shaders can read it, and store it where needed; else 0. */
static uint32_t givk_copied_texel(const struct givk_facts *facts,
                                  const struct gi_image_place *place)
{
    const struct gi_format_info *format = gi_format_info(place->image->shape.format);

    if (format->block_width != 1 || place->level >= GIVK_COPIED_LEVELS)
        return 0;
    return facts->stored_texels & format->block_bytes;
}

static bool givk_wants(const struct givk_plan *plan, const struct gi_command *cmd,
                       const struct givk_image_ends *ends)
{
    const struct gi_image_place *dst = gi_command_dst_image(cmd), *src = gi_command_src_image(cmd);

    if (dst != NULL && src != NULL)
        return true;
    if (dst == NULL ? src == NULL : gi_command_src(cmd) == NULL)
        return false;            /* no copy, or no image */
    return ends->address != 0 &&
           (!ends->is_host || plan->image_shaders.all_of_host || cmd->box.depth > 1 ||
            givk_dims(dst != NULL ? dst : src) == 3);
}

/* ---- how ------------------------------------------------------------------------------------- */

/** Plans the memory operand: its address, and the largest unit that all of its rows are aligned
 *  to. */
static bool givk_plan_memory(const struct givk_image_shaders *shaders,
                             const struct gi_command *cmd, const struct givk_image_ends *ends,
                             struct givk_image_dispatch *out)
{
    bool writes = cmd->kind == GI_COMMAND_IMAGE_WRITE;
    const struct gi_place *memory = writes ? &cmd->src : &cmd->dst;
    const struct gi_box *box = &cmd->box;
    uint32_t most = (ends->is_host ? shaders->texels_of_host :
                     writes ? shaders->texels_written : shaders->texels_read) *
                    out->shader.texel_bytes;
    uint64_t bits;

    if (most < GIVK_LEAST_UNIT_BYTES)
        most = GIVK_LEAST_UNIT_BYTES;
    out->parameters.address = ends->address + memory->offset_bytes;
    out->parameters.strides.row_bytes = box->height > 1 ? memory->strides.row_bytes : 0;
    out->parameters.strides.slice_bytes = box->depth > 1 ? memory->strides.slice_bytes : 0;
    bits = out->parameters.address | out->parameters.strides.row_bytes |
           out->parameters.strides.slice_bytes;
    out->shader.unit_bytes = out->shader.texel_bytes;
    while (out->shader.unit_bytes * 2 <= most && out->shader.unit_bytes < GIVK_MOST_UNIT_BYTES &&
           (bits & (out->shader.unit_bytes * 2 - 1)) == 0)
        out->shader.unit_bytes *= 2;
    return (bits & (out->shader.unit_bytes - 1)) == 0;
}

static uint32_t givk_groups(uint64_t count, uint64_t each)
{
    uint64_t groups = (count + each - 1) / each;

    return (uint32_t)(groups < GIVK_MOST_GROUPS ? groups : GIVK_MOST_GROUPS);
}

/** Plans the layout of threads. A workgroup covers row_bytes of a row, or more if there are too few
 *  rows. With two or more rows its threads cover rows in pairs. With host memory they do not,
 *  because long rows are fastest there. */
static void givk_plan_threads(const struct givk_plan *plan, bool is_host,
                              struct givk_image_dispatch *out)
{
    const struct givk_image_shaders *shaders = &plan->image_shaders;
    const struct givk_image_parameters *box = &out->parameters;
    uint32_t row_bytes = is_host ? shaders->host_row_bytes : shaders->row_bytes;
    uint32_t most = !is_host && box->height > 1 ? plan->group_threads / 2 : plan->group_threads;
    uint32_t texels = out->shader.unit_bytes / out->shader.texel_bytes;
    uint32_t columns = box->width / texels + (box->width % texels != 0);
    uint32_t shift = 0, pair = 0;

    while (UINT32_C(2) << shift <= most && UINT32_C(1) << shift < columns &&
           (out->shader.unit_bytes << shift < row_bytes ||
            plan->group_threads >> shift > box->height))
        shift++;
    while (pair < shift && UINT32_C(2) << pair <= shaders->pair_threads)
        pair++;
    out->parameters.row_shift = shift;
    out->parameters.pair_shift = is_host || box->height == 1 ? shift : pair;
    out->groups[0] = givk_groups(columns, UINT64_C(1) << shift);
    out->groups[1] = givk_groups(box->height, (uint64_t)(plan->group_threads >> shift) *
                                 plan->image_shaders.rows);
    out->groups[2] = givk_groups(box->depth, 1);
}

bool givk_image_plan_copy(const struct givk_facts *facts, const struct givk_plan *plan,
                          const struct gi_command *cmd, const struct givk_image_ends *ends,
                          struct givk_image_dispatch *out)
{
    const struct givk_image_shaders *shaders = &plan->image_shaders;
    bool writes = cmd->kind != GI_COMMAND_IMAGE_READ, reads = cmd->kind != GI_COMMAND_IMAGE_WRITE;
    uint32_t texel_bytes;

    *out = (struct givk_image_dispatch){ 0 };
    if (!shaders->exist || !givk_wants(plan, cmd, ends) || (writes && !ends->stores))
        return false;
    texel_bytes = givk_copied_texel(facts, writes ? &cmd->dst_image : &cmd->src_image);
    if (texel_bytes == 0 || (writes && reads && !givk_copied_texel(facts, &cmd->src_image)))
        return false;
    out->shader = (struct givk_image_shader){
        .kind = cmd->kind,
        .to = writes ? givk_dims(&cmd->dst_image) : 0,
        .from = reads ? givk_dims(&cmd->src_image) : 0,
        .texel_bytes = texel_bytes,
        .unit_bytes = texel_bytes,
    };
    out->parameters.width = (uint32_t)(cmd->box.width_bytes / texel_bytes);
    out->parameters.height = (uint32_t)cmd->box.height;
    out->parameters.depth = (uint32_t)cmd->box.depth;
    if (writes && reads) {
        out->parameters.from_x = cmd->src_image.x;
        out->parameters.from_y = cmd->src_image.y;
        out->parameters.from_z = cmd->src_image.z;
    } else if (!givk_plan_memory(shaders, cmd, ends, out)) {
        return false;
    }
    out->parameters.x = writes ? cmd->dst_image.x : cmd->src_image.x;
    out->parameters.y = writes ? cmd->dst_image.y : cmd->src_image.y;
    out->parameters.z = writes ? cmd->dst_image.z : cmd->src_image.z;
    givk_plan_threads(plan, ends->is_host, out);
    return true;
}
