/* Prints the tokens that a model of llama.cpp says behind a prompt, each with its logit, and how many it said a second.
 *
 *     node tokens.js BACKEND MODEL LAYERS ATTENTION PROMPT COUNT
 *
 * BACKEND is the folder of llama-addon.node. So many LAYERS are the device's, and ATTENTION is "flash" or "plain".
 * PROMPT is the number of its tokens. The most likely token is always the next one. */
"use strict";
const path = require("path");

const [backend, file, layers, attention, prompt, count] = process.argv.slice(2);
const BATCH = 64;

async function say(addon) {
    const model = new addon.AddonModel(file, { addonExports: addon, gpuLayers: Number(layers), useMmap: false });
    if (!await model.init())
        throw new Error("the model was not loaded");
    const context = new addon.AddonContext(model, { contextSize: 256, batchSize: BATCH, sequences: 1, threads: 2,
                                                    flashAttention: attention === "flash" });
    if (!await context.init())
        throw new Error("no context was made");
    const sampler = new addon.AddonSampler(model);
    sampler.applyConfig({ temperature: 0 });
    let tokens = Array.from({ length: Number(prompt) }, (_, i) => (i * 37 + 11) % 251);
    let begin = 0;

    for (let place = 0, said = 0; said < Number(count); said++) {
        context.initBatch(BATCH);
        const [logits] = context.addToBatch(0, place, Uint32Array.from(tokens), Uint32Array.from([tokens.length - 1]));
        await context.decodeBatch();
        const [token, , , most] = await context.sampleToken(logits, sampler, false, false, true);
        console.log(`token ${token} ${most[1]}`);
        place += tokens.length;
        tokens = [token];
        if (said === 0)
            begin = Date.now();
    }
    console.log(`speed ${((Number(count) - 1) * 1000 / (Date.now() - begin)).toFixed(2)}`);
    await context.dispose();
    await model.dispose();
}

async function main() {
    const addon = require(path.join(backend, "llama-addon.node"));

    addon.setLogger((level, message) => process.stderr.write(message));
    addon.loadBackends(backend);
    await addon.init();
    console.log(`device ${addon.getGpuDeviceInfo().deviceNames.join()}`);
    await say(addon);
    await addon.dispose();
}

main().catch((error) => {
    console.error(`failed: ${error.message}`);
    process.exit(1);
});
