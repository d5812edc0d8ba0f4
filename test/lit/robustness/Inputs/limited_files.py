"""Runs a command that cannot make a file longer than some bytes, as on a full disk: limited_files.py BYTES COMMAND..."""
import resource
import subprocess
import sys

limit = int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
sys.exit(subprocess.run(sys.argv[2:], check=False).returncode)
