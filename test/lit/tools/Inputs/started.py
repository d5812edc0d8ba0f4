"""A signal ends a program that is kept started, and a client that ends takes its program along."""
import os
import signal
import subprocess
import time

reader = subprocess.Popen(["vkmorph-opt"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
time.sleep(0.2)
reader.kill()
# The process that read the other end is gone as well: nothing reads any more.
for _ in range(100):
    try:
        os.write(reader.stdin.fileno(), b" ")
    except BrokenPipeError:
        break
    time.sleep(0.1)
else:
    raise SystemExit("the program goes on without its client")
assert reader.wait() == -signal.SIGKILL
