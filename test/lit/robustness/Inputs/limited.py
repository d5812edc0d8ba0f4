"""Translates generated classes: limited.py SECONDS STATUS WORK CONSTRUCT:NUMBER... [-- clang's options].

Each one has to end within so many seconds of CPU time, however busy the machine is, with this exit status; where that is 1,
with a located error and no file."""
import os
import resource
import signal
import subprocess
import sys

seconds, status, work, *rest = sys.argv[1:]
seconds = int(seconds)
split = rest.index("--") if "--" in rest else len(rest)
os.makedirs(work, exist_ok=True)
for case in rest[:split]:
    construct, number = case.split(":")
    source, output = os.path.join(work, construct + ".cpp"), os.path.join(work, construct + ".out")
    text = subprocess.run([sys.executable, os.path.join(os.path.dirname(__file__), "generate.py"), construct, number],
                          check=True, capture_output=True).stdout
    with open(source, "wb") as file:
        file.write(text)
    command = ["vkmorph", source, "-o", output, "--silence=all", "--", "-std=c++17", *rest[split + 1:]]
    try:
        # Waiting takes no CPU time: what waits for ever ends, too.
        run = subprocess.run(command, capture_output=True, text=True, timeout=30 * seconds, check=False,
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.RLIM_INFINITY)))
    except subprocess.TimeoutExpired:
        sys.exit(f"{case} does not end")
    if run.returncode == -signal.SIGXCPU:
        sys.exit(f"{case} takes more than {seconds} s\n{run.stderr[:2000]}")
    if run.returncode != int(status):
        sys.exit(f"{case}: exit status {run.returncode}\n{run.stderr[:2000]}")
    if status == "1" and (".cpp:" not in run.stderr or "error: " not in run.stderr or os.path.exists(output)):
        sys.exit(f"{case}: no located error, or files\n{run.stderr[:2000]}")
    error = next((line for line in run.stderr.splitlines() if "error: " in line), "translated")
    print(case, error[error.find("error: "):] if "error: " in error else error)
