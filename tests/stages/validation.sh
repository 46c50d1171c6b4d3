# shellcheck shell=sh disable=SC2154 # build
# The validation layer of Vulkan.

stage_validation() {
    say "under the validation layer"
    layer=$(validation_layer)
    if [ -z "$layer" ]; then
        record skipped validation "VK_LAYER_KHRONOS_validation is not installed"
        return
    fi
    (
        VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation
        VK_ADD_LAYER_PATH=$(dirname "$layer")
        export VK_INSTANCE_LAYERS VK_ADD_LAYER_PATH
        compile_quickly
        suite validation "$build" --suite validation
        # The silence counts only if the layer would have spoken.
        if "$build/tests/rules/validation-heard" 2>&1 | grep -q VUID-; then
            record passed "validation: a planted mistake is heard"
        else
            record failed "validation: a planted mistake is heard" "the layer said nothing"
        fi
    )
}
