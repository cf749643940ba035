// An emulated Pico behind a pipe: node pico.mjs MICROPYTHON.uf2 BOOTROM.bin FILES.img
// FILES.img is its flash file system, put where MicroPython for the Pico keeps it.
// Its USB console comes out on stdout as it is, and nothing else does: whatever the emulator logs goes to stderr.
// On stdin, one JSON object a line:
//   {"type": text}    bytes (latin-1) typed at the console
//   {"inputs": hex}   the levels at the shift registers, a byte a chip; SPI reads them after each low edge of `load`
// On file descriptor 3, one JSON object for every frame on the LEDs' pin, decoded from its edges:
//   {"us": 1234, "pixels": "00ff00..."}
import { readFileSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { Simulator, USBCDC } from "rp2040js";

for (const kind of ["log", "info", "debug", "warn"]) console[kind] = console.error;

const FLASH = 0x10000000;
const FILES = 0xa0000; // 2 MB of flash less the 1408 KB that MicroPython's RPI_PICO board keeps for files
const LOAD_PIN = 17; // as in firmware/edge/pins.py
const LED_PIN = 22;
const CYCLE_NS = 8; // 125 MHz
const ONE_NS = 500; // longer highs of a WS2812's line are ones
const RESET_NS = 50e3; // a low so long ends a frame

const [uf2, bootrom, files] = process.argv.slice(2).map((path) => readFileSync(path));
const simulator = new Simulator();
const pico = simulator.rp2040;
const { clock } = simulator;
pico.loadBootrom(new Uint32Array(new Uint8Array(bootrom).buffer, 0, bootrom.length >> 2));
for (let block = 0; block < uf2.length; block += 512) {
  if (uf2.readUInt32LE(block) !== 0x0a324655) throw new Error(`no UF2 block at ${block}`);
  const size = uf2.readUInt32LE(block + 16);
  pico.flash.set(uf2.subarray(block + 32, block + 32 + size), uf2.readUInt32LE(block + 12) - FLASH);
}
pico.flash.set(files, FILES);

// The shift registers: a byte takes as long as its bits on the bus.
let inputs = Buffer.alloc(0);
let at = 0;
pico.gpio[LOAD_PIN].addListener((level) => { if (level === 0) at = 0; });
const spi = pico.spi[0];
const byteDone = clock.createAlarm(() => spi.completeTransmit(at < inputs.length ? inputs[at++] : 0));
spi.onTransmit = () => byteDone.schedule(8e9 / (spi.clockFrequency || 1e6));

// The LEDs: highs become bits, a long low ends the frame.
let rose = 0;
let bits = [];
const frameDone = clock.createAlarm(() => {
  const bytes = [];
  for (let bit = 0; bit + 8 <= bits.length; bit += 8) {
    bytes.push(bits.slice(bit, bit + 8).reduce((byte, one) => (byte << 1) | one, 0));
  }
  bits = [];
  if (bytes.length) {
    writeSync(3, JSON.stringify({ us: Math.round(clock.micros), pixels: Buffer.from(bytes).toString("hex") }) + "\n");
  }
});
pico.gpio[LED_PIN].addListener((level) => {
  if (level === 1) {
    rose = clock.nanos;
    frameDone.cancel();
  } else if (rose) {
    bits.push(clock.nanos - rose > ONE_NS ? 1 : 0);
    frameDone.schedule(RESET_NS);
  }
});

const console_ = new USBCDC(pico.usbCtrl);
console_.onSerialData = (bytes) => process.stdout.write(bytes);
const typed = [];
createInterface({ input: process.stdin })
  .on("line", (line) => {
    const wish = JSON.parse(line);
    if ("inputs" in wish) inputs = Buffer.from(wish.inputs, "hex");
    if ("type" in wish) typed.push(...Buffer.from(wish.type, "latin1"));
  })
  .on("close", () => process.exit(0));

// The emulator steps its PIO in a timer of JavaScript, apart from the Pico's time; here both go together.
const pios = pico.pio.map((pio) => {
  pio.run = () => {};
  return { pio, owed: 0 };
});

function pass(nanos) {
  for (const each of pios) {
    const machine = each.pio.machines[0];
    if (!machine.enabled) continue;
    each.owed += nanos / CYCLE_NS;
    const divisor = (machine.clockDivInt || 65536) + machine.clockDivFrac / 256;
    while (each.owed >= divisor) {
      each.owed -= divisor;
      each.pio.step();
    }
  }
  clock.tick(nanos);
}

function execute() {
  for (let turn = 0; turn < 200000; turn++) {
    if (pico.core.waiting) {
      pass(Math.min(Math.max(clock.nanosToNextAlarm, CYCLE_NS), 1000)); // small steps, so that PIO edges have a time
    } else {
      pass(pico.core.executeInstruction() * CYCLE_NS);
    }
  }
  while (typed.length && console_.txFIFO.itemCount < 64) console_.sendSerialByte(typed.shift());
  setImmediate(execute);
}

pico.core.PC = FLASH;
execute();
