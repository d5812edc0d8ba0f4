#!/bin/sh
# vkmorph with the mistake of $PLANTED (waves.cpp) in translations for workgroups of 16.
case " $* " in
*" --workgroup-size=16 "*) exec vkmorph "$@" "-DPLANTED=$PLANTED" ;;
*) exec vkmorph "$@" ;;
esac
