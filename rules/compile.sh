#!/bin/sh
# sh compile.sh PYTHON TRAINING FILE...: compiles these files of the folder one stands in, in place.
#
# gcc does it twice, as CPython itself is built for most distributions: once counting what runs how often while TRAINING, a program in
# Python, is run, and once by these counts. Other compilers do it once.
set -e
python=$1
training=$2
shift 2
PYTHONPATH=../host:../rules:../tests MYPYPATH=../host:../rules
export PYTHONPATH MYPYPATH

# Without the first option every call of the compiled files among themselves goes through a table, as any of them could be
# replaced from outside; the rest is what CPython itself is compiled with, which CFLAGS replaces.
options="-fno-semantic-interposition -fno-plt -O3 -fwrapv -DNDEBUG"
compile() {
    CFLAGS="$options $1" "$python" -m mypyc --config-file= $files > /dev/null
}

files=$*
if "${CC:-cc}" --version | grep -q "Free Software Foundation"; then
    compile "-fprofile-generate"
    "$python" $training > /dev/null
    find . -name "*.so" -delete
    find build -name "*.o" -delete
    compile "-fprofile-use -fprofile-partial-training -Wno-missing-profile"
else
    compile ""
fi
rm -rf build
