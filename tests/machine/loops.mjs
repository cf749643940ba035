// The firmware's machine code on an emulated RP2040 core: node loops.mjs loops.mpy
// The file is what `mpy-cross -march=armv6m` makes of firmware/reed/loops.py. One JSON object a line in, one out:
//   {"call": 0, "args": [5, "00ff"]}  calls the first function of the file; text is a buffer in hex
//   {"result": 3, "cycles": 120, "buffers": [null, "01ff"]}   cycles of its machine code, buffers as it left them
// Left out are what MicroPython itself does around a call, some microseconds, and waits for flash memory.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { RP2040 } from "rp2040js";

const RAM = 0x20000000;
const CODE = RAM + 0x1000; // functions one after another
const DATA = RAM + 0x8000; // buffers of a call
const STACK = RAM + 0x20000;
const STUB = RAM + 0x100; // `bx lr`: stands for every helper of MicroPython's that converts arguments and result
const TABLE = RAM + 0x200; // 100 pointers to it
const OBJECTS = RAM + 0x400; // the module's constants: each the table
const FUNCTION = RAM + 0x600; // the function object: type, context
const CONTEXT = RAM + 0x700; // module: type, globals, qstr table, object table
const ARGS = RAM + 0x800;
const END = RAM + 0x900; // where the outermost return leads

const file = readFileSync(process.argv[2]);
let at = 4;
if (file[0] !== 0x4d || file[1] !== 6) throw new Error(`found format ${file[1]}, this reads 6`);
if (file[2] & 0x40) uint(); // flags of the architecture
const names = Array.from({ length: uint() }, (_, n) => n); // counted, not needed
const constants = uint();
names.forEach(qstr);
for (let n = 0; n < constants; n++) {
  const kind = file[at++];
  if (kind !== 0) throw new Error("a constant other than the table of helpers");
}
const functions = [];
code();

function uint() {
  let value = 0;
  for (;;) {
    const byte = file[at++];
    value = (value << 7) | (byte & 0x7f);
    if (!(byte & 0x80)) return value;
  }
}

function qstr() {
  const length = uint();
  if (!(length & 1)) at += (length >> 1) + 1;
}

function code() { // bytecode with children, or machine code
  const head = uint();
  const kind = head & 3;
  const start = at;
  at += head >> 3;
  if (kind === 2) { // viper
    functions.push(file.subarray(start, at));
    const flags = uint();
    if (flags & 0x70) throw new Error("machine code with relocations");
  } else if (kind !== 0) {
    throw new Error(`code of kind ${kind}`);
  }
  if (head & 4) for (let n = uint(); n; n--) code();
}

const rp2040 = new RP2040();
const { core } = rp2040;
const put = (address, bytes) => rp2040.sram.set(bytes, address - RAM);
const word = (address, value) => rp2040.writeUint32(address, value >>> 0);

put(STUB, [0x70, 0x47]);
for (let n = 0; n < 100; n++) word(TABLE + 4 * n, STUB | 1);
for (let n = 0; n < constants; n++) word(OBJECTS + 4 * n, TABLE);
word(FUNCTION + 4, CONTEXT);
for (let n = 1; n < 8; n++) word(CONTEXT + 4 * n, OBJECTS);
const entries = [];
let free = CODE;
for (const machine of functions) {
  put(free, machine);
  entries.push(free);
  free += (machine.length + 7) & ~7;
}

function call(which, args) {
  let next = DATA;
  const places = args.map((arg, n) => {
    if (typeof arg === "number") {
      word(ARGS + 4 * n, arg);
      return null;
    }
    const bytes = Buffer.from(arg, "hex");
    const place = [next, bytes.length];
    put(next, bytes);
    word(ARGS + 4 * n, next);
    next += (bytes.length + 7) & ~7;
    return place;
  });
  core.registers.fill(0);
  core.SP = STACK;
  core.registers[0] = FUNCTION;
  core.registers[1] = args.length;
  core.registers[3] = ARGS;
  core.LR = END | 1;
  core.PC = entries[which];
  let cycles = 0;
  while (core.PC !== END) {
    const before = core.cycles;
    core.executeInstruction();
    cycles += core.cycles - before;
    if (cycles > 100e6) throw new Error("a second has gone by");
  }
  const buffers = places.map((place) => place &&
    Buffer.from(rp2040.sram.subarray(place[0] - RAM, place[0] - RAM + place[1])).toString("hex"));
  return { result: core.registers[0] | 0, cycles, buffers };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { call: which, args } = JSON.parse(line);
  console.log(JSON.stringify(call(which, args)));
}
