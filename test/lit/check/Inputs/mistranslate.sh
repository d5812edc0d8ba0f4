#!/bin/sh
# A compiler with the fault $FAULT, by its own hidden switch.
exec vkmorph --mistranslate="$FAULT" "$@"
