#!/bin/sh
# Builds what an emulated Pico runs, from Debian's sources: tests/machine/pico_image.sh DIR
#   DIR/firmware.bin   MicroPython for the Pico, its console on UART 0 (TinyUSB's source is not to be had there)
#   DIR/bootrom.bin    the part of the Pico's bootrom that MicroPython calls: bootrom.c
# Needs root for apt; some 900 MB of compilers are installed, and DIR takes 400 MB. Five minutes on two cores.
set -eu
[ $# = 1 ] || { echo "usage: pico_image.sh DIR, the folder to build in" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"

RELEASE=trixie # its MicroPython and Pico SDK fit each other
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    echo "pico_image.sh installs compilers and fetches sources by apt: run it as root on Debian" >&2
    exit 1
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    build-essential cmake ninja-build gcc-arm-none-eabi libnewlib-arm-none-eabi libstdc++-arm-none-eabi-newlib

# The same archive as this machine's own packages come from, asked for the sources of RELEASE.
archive=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' 'Component: main' | head -n 1)
mkdir -p apt/lists/partial
echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $archive $RELEASE main" > apt/sources.list
sources="-o APT::Sandbox::User=root -o Dir::Etc::SourceList=$PWD/apt/sources.list -o Dir::Etc::SourceParts=- -o Dir::State::Lists=$PWD/apt/lists"
# shellcheck disable=SC2086  # a list of options
apt-get $sources update -qq
for package in micropython pico-sdk; do
    # shellcheck disable=SC2086
    apt-get $sources source -qq --tar-only "$package"
    rm -rf "$package"
    mkdir "$package"
    tar xf "$package"_*.orig.tar.* -C "$package" --strip-components 1
done

python3 "$here/pico_image.py" micropython
make -s -C micropython/mpy-cross
cmake -G Ninja -S micropython/ports/rp2 -B build -DPICO_SDK_PATH="$PWD/pico-sdk" -DPICO_SDK_PATH_OVERRIDE="$PWD/pico-sdk" \
    -DPICO_NO_PICOTOOL=1 -DMICROPY_BOARD=RPI_PICO -DMICROPY_FROZEN_MANIFEST="$PWD/micropython/ports/rp2/own_manifest.py" >cmake.log
ninja -C build >build.log || { grep -E "error|FAILED" build.log | cut -c 1-300 >&2; exit 1; }
cp build/firmware.bin .

arm-none-eabi-gcc -mcpu=cortex-m0plus -mthumb -Os -ffreestanding -fno-builtin -fno-tree-loop-distribute-patterns -nostdlib \
    -Wl,-Ttext=0x100,--section-start=.start=0,-e,0x100 -o bootrom.elf "$here/bootrom.c" -lgcc
arm-none-eabi-objcopy -O binary bootrom.elf bootrom.bin
truncate -s 16384 bootrom.bin
ls -l firmware.bin bootrom.bin
