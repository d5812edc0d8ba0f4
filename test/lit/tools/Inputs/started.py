"""What a program that is kept started leaves to its client, and when the client becomes the program."""
import os
import resource
import signal
import subprocess


def begin(**options):
    """A program that has begun to read: a pipe does not hold as much."""
    process = subprocess.Popen(["vkmorph-opt"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, **options)
    process.stdin.write(b"\n" * 2**20)
    process.stdin.flush()
    return process


def find_copy(process):
    """The other process that reads from the same pipe."""
    def read_input(entry):
        try:
            return os.readlink(f"/proc/{entry}/fd/0")
        except OSError:
            return None
    pipe = read_input(process.pid)
    [copy] = [int(entry) for entry in os.listdir("/proc")
              if entry.isdigit() and int(entry) != process.pid and read_input(entry) == pipe]
    return copy


def find_folder(**options):
    """Where the program is that a client has become, or stays."""
    process = begin(**options)
    folder = os.path.basename(os.path.dirname(os.readlink(f"/proc/{process.pid}/exe")))
    process.stdin.close()
    assert process.wait() == 0
    return folder


assert find_folder() == "started"
assert find_folder(env={**os.environ, "VKMORPH_STARTED": "none"}) == "bin"
assert find_folder(env={**os.environ, "LD_BIND_NOW": "1"}) == "bin"
for kind, limit in (resource.RLIMIT_FSIZE, 2**20), (resource.RLIMIT_CPU, 100), (resource.RLIMIT_STACK, 2**22):
    assert find_folder(preexec_fn=lambda kind=kind, limit=limit: resource.setrlimit(kind, (limit, limit))) == "bin"
with open(os.devnull, "rb") as other:
    assert find_folder(pass_fds=[other.fileno()]) == "bin"

# A signal that ends the copy ends the client.
reader = begin()
os.kill(find_copy(reader), signal.SIGTERM)
assert reader.wait() == -signal.SIGTERM

# A client that ends takes its copy along: nothing reads any more, so that more than a pipe holds cannot be written.
reader = begin()
reader.kill()
assert reader.wait() == -signal.SIGKILL
try:
    for _ in range(10**6):
        os.write(reader.stdin.fileno(), b"\n" * 2**10)
except BrokenPipeError:
    pass
else:
    raise SystemExit("the program goes on without its client")
