#include "kernel/translate/spirv/adopt.h"

#include "kernel/translate/spirv/unique.h"

void gi_spirv_adopt_init(struct gi_spirv *builder, struct gi_arena *arena, uint32_t version,
                         uint32_t bound)
{
    *builder = (struct gi_spirv){ .arena = arena, .version = version, .bound = bound };
}

static bool is_decoration(uint32_t opcode)
{
    return (opcode >= GiOpDecorate && opcode <= GiOpGroupMemberDecorate)
        || opcode == GiOpDecorateId || opcode == GiOpDecorateString
        || opcode == GiOpMemberDecorateString;
}

/* Of what stands before the functions and has no function of its own below. */
static enum gi_spirv_section section_of(uint32_t opcode)
{
    if (is_decoration(opcode))
        return GI_SPIRV_DECORATIONS;
    switch (opcode) {
    case GiOpMemoryModel:
        return GI_SPIRV_MEMORY_MODEL;
    case GiOpEntryPoint:
        return GI_SPIRV_ENTRY_POINTS;
    case GiOpExecutionMode:
    case GiOpExecutionModeId:
        return GI_SPIRV_EXECUTION_MODES;
    case GiOpSourceContinued:
    case GiOpSource:
    case GiOpSourceExtension:
    case GiOpString:
        return GI_SPIRV_STRINGS;
    case GiOpName:
    case GiOpMemberName:
    case GiOpModuleProcessed:
        return GI_SPIRV_NAMES;
    default:
        return GI_SPIRV_GLOBALS;
    }
}

/* Types that may exist once are entered under the keys that spirv_types.c gives them. */
static void enter_type(struct gi_spirv *builder, uint32_t opcode,
                       struct gi_spirv_span operands)
{
    bool is_new;

    if (!operands.count || opcode < GiOpTypeVoid || opcode > GiOpTypeFunction
        || opcode == GiOpTypeArray || opcode == GiOpTypeRuntimeArray || opcode == GiOpTypeStruct)
        return;
    (void)gi_spirv_unique(builder, operands.words[0], SPAN(opcode, operands.count - 1),
                          (struct gi_spirv_span){ operands.words + 1, operands.count - 1 },
                          NOTHING, &is_new);
}

static void take_once(struct gi_spirv *builder, enum gi_spirv_section section,
                      uint32_t opcode, struct gi_spirv_span operands)
{
    bool is_new;

    (void)gi_spirv_unique(builder, 1, SPAN(opcode), operands, NOTHING, &is_new);
    if (is_new)
        gi_spirv_put(builder, section, opcode, operands, NOTHING);
}

/* Instructions that are added later may ask for the capability of another memory model. The entry
 * made here keeps it out of a module that has another model. */
static void take_memory_model(struct gi_spirv *builder, struct gi_spirv_span operands)
{
    bool is_new;

    if (operands.count > 1 && operands.words[1] != GiMemoryModelExplicit)
        (void)gi_spirv_unique(builder, 1, SPAN(GiOpCapability),
                              SPAN(GiCapabilityExplicitMemoryModel), NOTHING, &is_new);
    gi_spirv_put(builder, GI_SPIRV_MEMORY_MODEL, GiOpMemoryModel, operands, NOTHING);
}

static void take_outside(struct gi_spirv *builder, uint32_t opcode,
                         struct gi_spirv_span operands)
{
    bool is_new;

    switch (opcode) {
    case GiOpCapability:
        take_once(builder, GI_SPIRV_CAPABILITIES, opcode, operands);
        return;
    case GiOpExtension:
        take_once(builder, GI_SPIRV_EXTENSIONS, opcode, operands);
        return;
    case GiOpExtInstImport:
        if (!operands.count)
            return;
        (void)gi_spirv_unique(builder, operands.words[0], SPAN(opcode),
                              (struct gi_spirv_span){ operands.words + 1, operands.count - 1 },
                              NOTHING, &is_new);
        gi_spirv_put(builder, GI_SPIRV_EXT_IMPORTS, opcode, operands, NOTHING);
        return;
    case GiOpMemoryModel:
        take_memory_model(builder, operands);
        return;
    default:
        enter_type(builder, opcode, operands);
        gi_spirv_put(builder, section_of(opcode), opcode, operands, NOTHING);
    }
}

void gi_spirv_adopt(struct gi_spirv *builder, const uint32_t *words)
{
    uint32_t opcode = words[0] & 0xffff;
    struct gi_spirv_span operands = { words + 1, (words[0] >> 16) - 1 };

    if (opcode == GiOpFunction && operands.count > 1 && operands.words[1]) {
        builder->function = gi_foreign_id(operands.words[1]);
        builder->first_block = builder->function;
        builder->block = builder->function;
    }
    if (opcode == GiOpFunctionEnd) {
        builder->block = GI_NO_ID;
        gi_spirv_function_end(builder);
    } else if (builder->function.n) {
        gi_spirv_put(builder, GI_SPIRV_BODY, opcode, operands, NOTHING);
    } else {
        take_outside(builder, opcode, operands);
    }
}
