"""Runs a command and fails unless its exit status is the first argument; the command's output is passed on."""
import subprocess
import sys

status = subprocess.run(sys.argv[2:]).returncode
if status != int(sys.argv[1]):
    sys.exit(f"exit status {status}, not {sys.argv[1]}: {' '.join(sys.argv[2:])}")
