# What the scripts share; sourced, not run.

set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# say TEXT...: one line of progress.
say() { printf '%s\n' "$*"; }

# die TEXT...: the reason why a script stops, to the error stream.
die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# usage_error TEXT...: wrong usage of a script.
usage_error() {
  printf "%s: %s (try '%s --help')\n" "$(basename "$0")" "$*" "$0" >&2
  exit 2
}

# print_help: the comment that opens the calling script, without its '#!' line.
print_help() { awk 'NR == 1 { next } /^#/ { sub(/^# ?/, ""); print; next } { exit }' "$0"; }

# preset_folder NAME: the build folder of a preset, as CMakePresets.json has it.
preset_folder() {
  case $1 in
    release) echo "$root/build" ;;
    debug | sanitizers) echo "$root/build-$1" ;;
    *) return 1 ;;
  esac
}

# use_large_pages: what is started from here on asks for large pages of memory, of which compilers take a tenth to a fifth
# less time than of small ones. glibc asks for its first arena alone.
use_large_pages() {
  export GLIBC_TUNABLES=${GLIBC_TUNABLES:-glibc.malloc.hugetlb=1:glibc.malloc.arena_max=1}
}
