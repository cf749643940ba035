// MicroPython's own prompt behind a TCP port, for tools that speak to a microcontroller's prompt.
//
// Prints the port when ready. The virtual machine reads characters one by one; it cannot wait inside a call, so the
// faster "raw paste" way of sending code is politely declined, as a build without it does.
import net from "node:net";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";

const DECLINED = Buffer.from([0x05, 0x41, 0x01]); // the host asks for raw paste
const ANSWER = Buffer.from("R\x00"); // understood, not supported
const FORCED_EXIT = 0x100; // what the prompt gives back for control-D: the caller restarts the machine

let client = null;
const write = (data) => client?.write(Buffer.from(data));
const vm = await loadMicroPython({ stdout: write, stderr: write, linebuffer: false, heapsize: 2 * 1024 * 1024 });

// The machine's files are a browser's, whose error numbers differ: 44 is what a microcontroller calls 2 (no such file),
// and 20 what it calls 17 (already there).
vm.FS.mkdir("/prompt");
vm.FS.writeFile(
  "/prompt/os.py",
  `from uos import *
import builtins, uos

def told(do):
    def doing(*args):
        try:
            return do(*args)
        except OSError as error:
            raise OSError({44: 2, 20: 17}.get(error.errno, error.errno))
    return doing

stat, mkdir, remove, rename, ilistdir = map(told, (uos.stat, uos.mkdir, uos.remove, uos.rename, uos.ilistdir))
builtins.open = told(open)
`,
);
vm.runPython("import sys; sys.path.insert(0, '/prompt'); import os");
vm.replInit();

const server = net.createServer((socket) => {
  client = socket;
  socket.setNoDelay(true);
  socket.on("data", (data) => {
    if (data.includes(DECLINED)) {
      socket.write(ANSWER);
      return;
    }
    for (const byte of data) {
      if (vm.replProcessChar(byte) & FORCED_EXIT) {
        write("MPY: soft reboot\r\n");
        vm.replInit();
      }
    }
  });
  socket.on("error", () => {});
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
