#include "matrix_facts.h"

#include <stdbool.h>
#include <stddef.h>

#include "contract/driver.h"

enum { GIVK_TILE_ROWS = 16, GIVK_TILE_COLUMNS = 8 };

static const struct {
    uint8_t product;
    uint32_t depth;
    VkComponentTypeKHR factors, sums;
} givk_products[] = {
    { GI_TRANSLATE_F16_K8_F32, 8, VK_COMPONENT_TYPE_FLOAT16_KHR, VK_COMPONENT_TYPE_FLOAT32_KHR },
    { GI_TRANSLATE_F16_K8_F16, 8, VK_COMPONENT_TYPE_FLOAT16_KHR, VK_COMPONENT_TYPE_FLOAT16_KHR },
    { GI_TRANSLATE_F16_K16_F32, 16, VK_COMPONENT_TYPE_FLOAT16_KHR, VK_COMPONENT_TYPE_FLOAT32_KHR },
    { GI_TRANSLATE_F16_K16_F16, 16, VK_COMPONENT_TYPE_FLOAT16_KHR, VK_COMPONENT_TYPE_FLOAT16_KHR },
    { GI_TRANSLATE_S8_K32_S32, 32, VK_COMPONENT_TYPE_SINT8_KHR, VK_COMPONENT_TYPE_SINT32_KHR },
    { GI_TRANSLATE_U8_K32_U32, 32, VK_COMPONENT_TYPE_UINT8_KHR, VK_COMPONENT_TYPE_UINT32_KHR },
};

static bool givk_is_product(const VkCooperativeMatrixPropertiesKHR *one, size_t i)
{
    return one->scope == VK_SCOPE_SUBGROUP_KHR && !one->saturatingAccumulation &&
           one->MSize == GIVK_TILE_ROWS && one->NSize == GIVK_TILE_COLUMNS &&
           one->KSize == givk_products[i].depth && one->AType == givk_products[i].factors &&
           one->BType == givk_products[i].factors && one->CType == givk_products[i].sums &&
           one->ResultType == givk_products[i].sums;
}

uint8_t givk_matrix_products(const VkCooperativeMatrixPropertiesKHR *properties, uint32_t count)
{
    uint8_t products = 0;

    for (uint32_t at = 0; at < count; at++) {
        for (size_t i = 0; i < sizeof(givk_products) / sizeof(givk_products[0]); i++) {
            if (givk_is_product(&properties[at], i))
                products |= givk_products[i].product;
        }
    }
    return products;
}
