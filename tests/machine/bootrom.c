// The part of a Pico's bootrom that MicroPython calls, for the emulator: a table of functions found by two letters.
// Layout (RP2040 data sheet, 2.8.3): 0x10 'M' 'u' 1 version; 0x14, 0x16 and 0x18 halfwords: the table of functions, that of
// data, and the function that looks a code up in one of them. Flash commands do nothing: the emulator's flash is memory.
#include <stddef.h>
#include <stdint.h>


__attribute__((used)) static void stop(void) { for (;;) { } }
__attribute__((used)) static void nothing(void) { }

__attribute__((used)) static uint32_t popcount32(uint32_t x) {
    uint32_t n = 0;
    for (; x; x &= x - 1) n++;
    return n;
}
__attribute__((used)) static uint32_t reverse32(uint32_t x) {
    uint32_t y = 0;
    for (int n = 0; n < 32; n++) y = y << 1 | (x >> n & 1);
    return y;
}
__attribute__((used)) static uint32_t clz32(uint32_t x) {
    uint32_t n = 0;
    while (n < 32 && !(x >> (31 - n) & 1)) n++;
    return n;
}
__attribute__((used)) static uint32_t ctz32(uint32_t x) {
    uint32_t n = 0;
    while (n < 32 && !(x >> n & 1)) n++;
    return n;
}
__attribute__((used)) static uint8_t *set(uint8_t *to, uint8_t value, uint32_t count) {
    for (volatile uint8_t *at = to; count--;) *at++ = value;
    return to;
}
__attribute__((used)) static uint8_t *copy(uint8_t *to, const uint8_t *from, uint32_t count) {
    for (volatile uint8_t *at = to; count--;) *at++ = *from++;
    return to;
}
__attribute__((used)) static uint32_t *set4(uint32_t *to, uint8_t value, uint32_t count) { return (uint32_t *)set((uint8_t *)to, value, count); }
__attribute__((used)) static uint32_t *copy4(uint32_t *to, const uint32_t *from, uint32_t count) {
    volatile uint32_t *at = to;
    for (count >>= 2; count--;) *at++ = *from++;
    return to;
}

void *lookup(const uint16_t *table, uint32_t code) {
    for (; table[0]; table += 2) {
        if (table[0] == code) return (void *)(uintptr_t)table[1];
    }
    return NULL;
}

#define ENTRY(a, b, function) ".byte '" a "', '" b "'\n .hword " function " + 1\n"

__asm__(
    ".section .start, \"a\"\n"
    ".word 0x20042000, stop + 1, stop + 1, stop + 1\n"
    ".byte 'M', 'u', 1, 3\n"
    ".hword functions, data, lookup + 1, 0\n"
    "functions:\n"
    ENTRY("P", "3", "popcount32") ENTRY("R", "3", "reverse32") ENTRY("L", "3", "clz32") ENTRY("T", "3", "ctz32")
    ENTRY("M", "S", "set") ENTRY("S", "4", "set4") ENTRY("M", "C", "copy") ENTRY("C", "4", "copy4")
    ENTRY("I", "F", "nothing") ENTRY("E", "X", "nothing") ENTRY("R", "E", "nothing") ENTRY("R", "P", "nothing")
    ENTRY("F", "C", "nothing") ENTRY("C", "X", "nothing") ENTRY("U", "B", "stop") ENTRY("W", "V", "stop")
    "data:\n"
    ".word 0\n"
    ".text\n");
