#!/bin/sh
# Lists what the build is made from, sorted by checksum: the launcher builds when this list changes. It takes
# no account of times, which a copy of the tree changes.
find . \( -name target -o -name '.?*' \) -prune -o \
    -type f \( -name pom.xml -o -path '*/src/main/*' \) -exec cksum {} + | LC_ALL=C sort
