#!/bin/sh
# A compiler with a mistake: what it translates is compiled with -DPLANTED=$PLANTED, which the program is not.
exec vkmorph "$@" -DPLANTED="$PLANTED"
