// The real MicroPython VM behind a pipe: one JSON object a line in, one out.
//   {"write": path, "text": text}  puts a file into its file system
//   {"run": code}                  runs code; {"out": printed text, "error": traceback or null, "ms": time taken}
// The VM collects garbage only when the outermost call returns, so a caller must not loop for ever inside.
import { createInterface } from "node:readline";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";

let printed = "";
const vm = await loadMicroPython({
  heapsize: 4 * 1024 * 1024,
  linebuffer: true,
  stdout: (line) => { printed += line + "\n"; },
  stderr: (line) => { printed += line + "\n"; },
});

function write(path, text) {
  const parts = path.split("/").slice(1, -1);
  let folder = "";
  for (const part of parts) {
    folder += "/" + part;
    if (!vm.FS.analyzePath(folder).exists) vm.FS.mkdir(folder);
  }
  vm.FS.writeFile(path, text);
}

function run(code) {
  printed = "";
  const start = performance.now();
  let error = null;
  try {
    vm.runPython(code);
  } catch (problem) {
    error = String(problem.message ?? problem);
  }
  return { out: printed, error, ms: performance.now() - start };
}

for await (const line of createInterface({ input: process.stdin })) {
  const wish = JSON.parse(line);
  if ("write" in wish) {
    write(wish.write, wish.text);
    console.log("{}");
  } else {
    console.log(JSON.stringify(run(wish.run)));
  }
}
