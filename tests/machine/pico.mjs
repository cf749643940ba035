// An emulated Pico behind a pipe: node pico.mjs MICROPYTHON.uf2 BOOTROM.bin
// Its USB console comes out on stdout as it is. On stdin, one JSON object a line:
//   {"type": text}    bytes (latin-1) typed at the console
//   {"inputs": hex}   the levels at the shift registers, a byte a chip; SPI reads them after each low edge of `load`
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Simulator, USBCDC } from "rp2040js";

const FLASH = 0x10000000;
const LOAD_PIN = 17; // as in firmware/edge/pins.py
const [uf2, bootrom] = process.argv.slice(2).map((path) => readFileSync(path));

const simulator = new Simulator();
const pico = simulator.rp2040;
pico.loadBootrom(new Uint32Array(bootrom.buffer, bootrom.byteOffset, bootrom.length / 4));
for (let block = 0; block < uf2.length; block += 512) {
  if (uf2.readUInt32LE(block) !== 0x0a324655) throw new Error(`no UF2 block at ${block}`);
  const size = uf2.readUInt32LE(block + 16);
  pico.flash.set(uf2.subarray(block + 32, block + 32 + size), uf2.readUInt32LE(block + 12) - FLASH);
}

let inputs = Buffer.alloc(0);
let at = 0;
pico.gpio[LOAD_PIN].addListener((level) => { if (level === 0) at = 0; });
pico.spi[0].onTransmit = () => pico.spi[0].completeTransmit(at < inputs.length ? inputs[at++] : 0);

const console_ = new USBCDC(pico.usbCtrl);
console_.onSerialData = (bytes) => process.stdout.write(bytes);
const typed = [];
console_.onDeviceConnected = () => typed.push(13, 10); // asks for a prompt
setInterval(() => { // the console's buffer is small: as much as it takes
  while (typed.length && console_.txFIFO.itemCount < 64) console_.sendSerialByte(typed.shift());
}, 1);

createInterface({ input: process.stdin })
  .on("line", (line) => {
    const wish = JSON.parse(line);
    if ("inputs" in wish) inputs = Buffer.from(wish.inputs, "hex");
    if ("type" in wish) typed.push(...Buffer.from(wish.type, "latin1"));
  })
  .on("close", () => process.exit(0));

pico.core.PC = FLASH;
simulator.execute();
