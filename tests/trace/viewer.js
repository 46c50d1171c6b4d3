// The viewer of chrome://tracing reads a timeline, and this prints what it has found:
//
//     node viewer.js trace_viewer_full.html TIMELINE
//
// The page is of a package (check_trace.py names it). Its importer runs here without a window: the page has one long
// script, of modules that each begin with 'use strict'. Modules that draw need a browser, fail here and are not needed.
'use strict';
const fs = require('fs');
const vm = require('vm');

const FIRST = 'const global=this.window||this.global;this.tr=';
const page = fs.readFileSync(process.argv[2], 'utf8');
const begin = page.indexOf(FIRST);
const context = vm.createContext({console, isVinn: true, setTimeout, performance});
context.global = context;
context.text = fs.readFileSync(process.argv[3], 'utf8');
if (begin < 0) {
    console.error('viewer: the page has no module of this name: ' + FIRST);
    process.exit(1);
}
page.slice(begin, page.lastIndexOf('</script>')).split("'use strict';").forEach((module, number) => {
    try {
        vm.runInContext("'use strict';" + (number === 0 ? module.replace('const global', 'var global') : module), context);
    } catch (error) {
        if (number === 0)
            throw error;
    }
});

const found = vm.runInContext(`(() => {
    const model = new tr.Model();
    new tr.importer.Import(model).importTraces([text]);
    const threads = model.getAllThreads().filter(thread => thread.sliceGroup.length > 0);
    return {
        slices: threads.reduce((sum, thread) => sum + thread.sliceGroup.length, 0),
        tracks: threads.map(thread => thread.parent.pid + ' ' + thread.tid + ' ' + thread.name),
        arrows: model.flowEvents.length,
        warnings: model.importWarnings.map(warning => warning.type + ': ' + warning.message),
    };
})()`, context);
console.log(JSON.stringify(found));
