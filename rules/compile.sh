#!/bin/sh
# sh compile.sh PYTHON FILE...: compiles these files in place, from the folder of this script.
#
# gcc does it twice, as CPython itself is built for most distributions: once counting what runs how often while moves of every game are
# listed, played, written and read, and once by these counts. Other compilers do it once.
set -e
cd "$(dirname "$0")"
python=$1
shift

# Without the first option every call of the compiled files among themselves goes through a table, as any of them could be
# replaced from outside; the rest is what CPython itself is compiled with, which CFLAGS replaces.
options="-fno-semantic-interposition -fno-plt -O3 -fwrapv -DNDEBUG"
compile() {
    CFLAGS="$options $1" "$python" -m mypyc --config-file= $files > /dev/null
}

files=$*
if "${CC:-cc}" --version | grep -q "Free Software Foundation"; then
    compile "-fprofile-generate"
    PYTHONPATH=.:../tests "$python" ../tests/rules/digest.py > /dev/null
    find . -name "*.so" -delete
    find build -name "*.o" -delete
    compile "-fprofile-use -fprofile-partial-training -Wno-missing-profile"
else
    compile ""
fi
rm -rf build
