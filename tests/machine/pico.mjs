// An emulated Pico behind a pipe: node pico.mjs MICROPYTHON BOOTROM.bin FILES.img NOTES
// MICROPYTHON is a UF2 image, whose console is on USB, or a .bin as tests/machine/pico_image.sh builds it, whose console is
// UART 0. FILES.img is its flash file system, put where MicroPython for the Pico keeps it.
// The console comes out on stdout as it is, and nothing else does: whatever the emulator logs goes to stderr.
// On stdin, one JSON object a line, done at once or, where it has "at", at that time of the Pico's own, in us:
//   {"type": text}    bytes (latin-1) typed at the console
//   {"inputs": hex}   the levels at the shift registers, a byte a chip; SPI reads them after each low edge of `load`
//   {"mark": name}    comes back as a note
// On file descriptor NOTES, one JSON object for each of these, with the Pico's own time and its scans so far:
//   {"us": 1234, "scans": 5, "pixels": "00ff00..."}  a frame on the LEDs' pin, decoded from its edges
//   {..., "line": "SNAP ..."}     a line the board said, when its last byte left
//   {..., "heard": "LEDS ..."}    a line typed at it, when its last byte came
//   {..., "set": hex}             levels at the shift registers, when they changed
//   {..., "mark": name}
import { readFileSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { Simulator, USBCDC } from "rp2040js";

for (const kind of ["log", "info", "debug", "warn"]) console[kind] = console.error;

const FLASH = 0x10000000;
const FILES = 0xa0000; // 2 MB of flash less the 1408 KB that MicroPython's RPI_PICO board keeps for files
const LOAD_PIN = 17; // as in firmware/edge/pins.py
const LED_PIN = 22;
const BUTTON_PINS = [14, 15]; // high while nobody presses: the emulator does not pull inputs up
const CYCLE_NS = 8; // 125 MHz
const ONE_NS = 500; // longer highs of a WS2812's line are ones
const RESET_NS = 50e3; // a low so long ends a frame

const [image, bootrom, files] = process.argv.slice(2, 5).map((path) => readFileSync(path));
const notes = Number(process.argv[5]);
const onUsb = process.argv[2].endsWith(".uf2");
const BYTE_US = 87; // of the UART, at 115200 baud: nothing holds its sender back, as USB would
const simulator = new Simulator();
const pico = simulator.rp2040;
const { clock } = simulator;
pico.loadBootrom(new Uint32Array(new Uint8Array(bootrom).buffer, 0, bootrom.length >> 2));
if (!onUsb) pico.flash.set(image, 0);
for (let block = 0; onUsb && block < image.length; block += 512) {
  if (image.readUInt32LE(block) !== 0x0a324655) throw new Error(`no UF2 block at ${block}`);
  const size = image.readUInt32LE(block + 16);
  pico.flash.set(image.subarray(block + 32, block + 32 + size), image.readUInt32LE(block + 12) - FLASH);
}
pico.flash.set(files, FILES);

let scans = 0;
const note = (what) => writeSync(notes, JSON.stringify({ us: Math.round(clock.micros), scans, ...what }) + "\n");

// The shift registers: a byte takes as long as its bits on the bus.
let inputs = Buffer.alloc(0);
let at = 0;
pico.gpio[LOAD_PIN].addListener((level) => {
  if (level !== 0) return;
  at = 0;
  scans++;
});
const spi = pico.spi[0];
const byteDone = clock.createAlarm(() => spi.completeTransmit(at < inputs.length ? inputs[at++] : 0));
spi.onTransmit = () => byteDone.schedule(8e9 / (spi.clockFrequency || 1e6));

// The LEDs: highs become bits, a long low ends the frame.
let rose = 0;
let ahead = 0; // of the clock, in ns: its ticks are longer than the edges are apart
let bits = [];
const frameDone = clock.createAlarm(() => {
  const bytes = [];
  for (let bit = 0; bit + 8 <= bits.length; bit += 8) {
    bytes.push(bits.slice(bit, bit + 8).reduce((byte, one) => (byte << 1) | one, 0));
  }
  bits = [];
  if (bytes.length) {
    note({ pixels: Buffer.from(bytes).toString("hex") });
  }
});
pico.gpio[LED_PIN].addListener((level) => {
  if (level === 1) {
    rose = clock.nanos + ahead;
    frameDone.cancel();
  } else if (rose) {
    bits.push(clock.nanos + ahead - rose > ONE_NS ? 1 : 0);
    frameDone.schedule(RESET_NS);
  }
});

// Both ways of the console by lines, with the time of each one's last byte.
class Lines {
  constructor(kind) {
    this.kind = kind;
    this.line = "";
  }

  byte(value) {
    if (value !== 10) this.line += String.fromCharCode(value);
    else {
      note({ [this.kind]: this.line.trim() });
      this.line = "";
    }
  }
}
const [said, heard] = [new Lines("line"), new Lines("heard")];
const say = (bytes) => {
  process.stdout.write(bytes);
  bytes.forEach((value) => said.byte(value));
};
const typed = [];
let type;
if (onUsb) {
  const usb = new USBCDC(pico.usbCtrl);
  usb.onSerialData = say;
  type = () => {
    while (typed.length && usb.txFIFO.itemCount < 64) {
      heard.byte(typed[0]);
      usb.sendSerialByte(typed.shift());
    }
  };
} else {
  const [uart] = pico.uart;
  uart.onByte = (value) => say(Buffer.from([value]));
  const RECEIVED = 1 << 4;
  uart.checkInterrupts = () => { // the emulator's own says for ever that it may send
    pico.setInterrupt(uart.irq, Boolean(uart.interruptStatus & uart.interruptMask & RECEIVED));
  };
  let busy = false;
  const next = clock.createAlarm(() => {
    heard.byte(typed[0]);
    uart.feedByte(typed.shift());
    busy = false;
    type();
  });
  type = () => {
    if (busy || !typed.length) return;
    busy = true;
    next.schedule(1000 * BYTE_US);
  };
}
function grant(wish) {
  if ("inputs" in wish) {
    inputs = Buffer.from(wish.inputs, "hex");
    note({ set: wish.inputs });
  }
  if ("type" in wish) typed.push(...Buffer.from(wish.type, "latin1"));
  if ("mark" in wish) note({ mark: wish.mark });
}
createInterface({ input: process.stdin })
  .on("line", (line) => {
    const wish = JSON.parse(line);
    if ("at" in wish) clock.createAlarm(() => grant(wish)).schedule(Math.max(0, 1000 * (wish.at - clock.micros)));
    else grant(wish);
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
      const before = machine.cycles;
      ahead = nanos - each.owed * CYCLE_NS;
      each.pio.step();
      each.owed -= divisor * Math.max(1, machine.cycles - before); // an instruction's delay included
    }
  }
  ahead = 0;
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
  type();
  setImmediate(execute);
}

for (const pin of BUTTON_PINS) pico.gpio[pin].setInputValue(true);
pico.core.PC = FLASH;
execute();
