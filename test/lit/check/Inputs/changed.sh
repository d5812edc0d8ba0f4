#!/bin/sh
# A compiler that translates another class: the file of the same name in the folder changed/.
first=$1
shift
exec vkmorph "$(dirname "$first")/changed/$(basename "$first")" "$@"
