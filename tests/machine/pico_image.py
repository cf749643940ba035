"""Prepares MicroPython's sources for an image without USB and TLS, whose libraries Debian's sources leave out.

python3 pico_image.py SOURCES: see pico_image.sh. Each edit must find its place, or it says which did not.
"""

import re
import sys
from pathlib import Path

OWN_SETTINGS = """
#define MICROPY_HW_ENABLE_USBDEV (0)
#define MICROPY_HW_ENABLE_UART_REPL (1)
#define MICROPY_SSL_MBEDTLS (0)
#define MICROPY_PY_SSL (0)
"""
POLLED = """    if ((poll_flags & MP_STREAM_POLL_RD) && ringbuf_peek(&stdin_ringbuf) != -1) {
        ret |= MP_STREAM_POLL_RD;
    }
"""


class Edits:
    """Edits of one file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._text = path.read_text()

    def change(self, pattern: str, new: str, times: int = 1) -> None:
        """Replaces what matches, which must be there so many times."""
        self._text, found = re.subn(pattern, lambda match: new, self._text, flags=re.MULTILINE | re.DOTALL)
        if found != times:
            sys.exit(f"{self._path}: {pattern!r} found {found} times, expected {times}: another MicroPython than 1.25")

    def write(self) -> None:
        """Writes the file."""
        self._path.write_text(self._text)


def main() -> None:
    """Edits the sources in place."""
    sources = Path(sys.argv[1])
    port = sources / "ports/rp2"
    build = Edits(port / "CMakeLists.txt")
    build.change(r"^set\(MICROPY_SSL_MBEDTLS ON\)$", "set(MICROPY_SSL_MBEDTLS OFF)")
    for line in (
        r"    msc_disk\.c",
        r"    usbd\.c",
        r"    mbedtls/mbedtls_port\.c",
        "    tinyusb_common",
        "    tinyusb_device",
    ):
        build.change(rf"^{line}\n", "")
    build.change(r"^target_link_libraries\(\$\{MICROPY_TARGET\} micropy_lib_mbedtls\)\n", "")
    build.change(r"^    \$\{MICROPY_DIR\}/shared/tinyusb/mp_usbd\w*\.c\n", "", times=5)
    build.change(
        r"^set_source_files_properties\(\n    \$\{PICO_TINYUSB_PATH\}.*?^\)\n",
        "",
    )
    # Its float functions are those of the real bootrom, which is not there.
    build.change(
        r"^# Use our custom pico_float_micropython.*?(?=^if \(MICROPY_PY_LWIP\))",
        "pico_set_float_implementation(${MICROPY_TARGET} compiler)\n"
        "pico_set_double_implementation(${MICROPY_TARGET} compiler)\n"
        "list(APPEND MICROPY_SOURCE_LIB ${MICROPY_SOURCE_LIB_LIBM} ${MICROPY_SOURCE_LIB_LIBM_SQRT_SW}"
        " ${MICROPY_PORT_DIR}/libm_extra.c)\n\n",
    )
    build.change(r"^pico_add_extra_outputs\(\$\{MICROPY_TARGET\}\)$", "pico_add_bin_output(${MICROPY_TARGET})")
    build.change(r"^    -Werror\n", "")
    build.write()

    addition = Edits(port / "libm_extra.c")
    addition.change(r"^float __wrap___aeabi_fadd\(float x, float y\);$", "")
    addition.change(r"^float __aeabi_fadd\(float x, float y\) \{.*?^\}\n", "")
    addition.write()

    layer = Edits(port / "mphalport.c")
    layer.change(r'^#include "tusb\.h"\n', "")
    # Without USB it never says that a byte has come.
    layer.change(r"(?<=^        ret \|= MP_STREAM_POLL_WR;\n    \}\n)", POLLED)
    layer.write()

    settings = Edits(port / "mpconfigport.h")
    settings.change(r"^#define MICROPY_SSL_MBEDTLS +\(1\)$", "")
    settings.change(r"^#define MICROPY_PY_HASHLIB_SHA1 +\(1\)$", "#define MICROPY_PY_HASHLIB_SHA1 (0)")
    settings.change(r"^#define MICROPY_PY_CRYPTOLIB +\(1\)$", "#define MICROPY_PY_CRYPTOLIB (0)")
    settings.write()

    board = port / "boards/RPI_PICO/mpconfigboard.h"
    board.write_text(board.read_text() + OWN_SETTINGS)
    (port / "own_manifest.py").write_text('freeze("$(PORT_DIR)/modules")\n')
    library = sources / "lib/micropython-lib"
    library.mkdir(exist_ok=True)
    (library / "README.md").touch()  # without it the build asks for the library, of which nothing is used


if __name__ == "__main__":
    main()
