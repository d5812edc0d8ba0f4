#!/usr/bin/env python3
# ended.py SIGNAL FOLDER COMMAND...: runs vkmorph-check, which builds in that folder, ends it by a signal as soon as its
# program runs, and tells whether any process of that program is left.
import os
import signal
import subprocess
import sys
import time


# Seconds after which a check that is still building is given up.
BUILDING = 1500


def processes_of(program):
    """The ids of all processes that run this file."""
    found = []
    for entry in os.listdir("/proc"):
        try:
            if entry.isdigit() and os.readlink(f"/proc/{entry}/exe") == program:
                found.append(int(entry))
        except OSError:
            pass
    return found


def wait_for(condition, seconds):
    """Whether that came to hold within so many seconds; it need not hold any longer by then."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() >= end:
            return False
        time.sleep(0.02)
    return True


def main():
    name, folder, *command = sys.argv[1:]
    signum = signal.Signals[name]
    program = os.path.join(os.path.realpath(folder), "default", "program")

    def use_default():
        # Background jobs of shells ignore some.
        if signum != signal.SIGKILL:
            signal.signal(signum, signal.SIG_DFL)

    os.makedirs(folder, exist_ok=True)
    log = os.path.join(folder, "check.log")
    with open(log, "w") as output:
        check = subprocess.Popen(command, stdout=output, preexec_fn=use_default)
    # The program, and what rehearses for it: one of these gives up in time, and the next one is begun, so that the number
    # changes. How long a busy machine takes to build the program nobody knows: there is no deadline but the test's.
    has_run = wait_for(lambda: len(processes_of(program)) >= 3 or check.poll() is not None, BUILDING)
    if check.poll() is not None or not has_run:
        status, number = check.poll(), len(processes_of(program))
        check.kill()
        print(f"the program did not run: vkmorph-check {'runs' if status is None else f'ended with status {status}'}, "
              f"{number} processes of the program; it said:\n{open(log).read()}")
        return 1
    check.send_signal(signum)
    check.wait()
    ended = wait_for(lambda: not processes_of(program), 10)
    left = processes_of(program)
    for process in left:
        os.kill(process, signal.SIGKILL)
    print("all ended" if ended else f"{len(left)} processes run on")
    return 0 if ended else 1


sys.exit(main())
