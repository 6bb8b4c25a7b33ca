#!/bin/sh
# Run by Maven in the directory of dist: writes the packages of version $1 into target, with the JDK that
# builds.
set -eu

java=$(../sluice --java-home)/bin/java
class_path=target/classes
for jar in ../cli/target/app/lib/jackson-*.jar; do class_path=$class_path:$jar; done
exec "$java" -cp "$class_path" sluice.dist.Distribution .. "$1" target
