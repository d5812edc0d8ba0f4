"""Runs a command and fails unless its exit status is the first argument, or one of several with commas between; the
command's output is passed on."""
import subprocess
import sys

status = subprocess.run(sys.argv[2:]).returncode
if str(status) not in sys.argv[1].split(","):
    sys.exit(f"exit status {status}, not {sys.argv[1]}: {' '.join(sys.argv[2:])}")
