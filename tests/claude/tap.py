"""Stands between the client and the server, passes every line on and writes it down.

    tap.py LOG COMMAND...

Each line of LOG is {"server": pid, "from": "client" | "server" | "tap", "line": value}: `value` is the message, or the
text where a line is no JSON. The tap ends when the server does, with its exit code.
"""
import json
import os
import signal
import subprocess
import sys
import threading

log = open(sys.argv[1], "a", buffering=1)
lock = threading.Lock()
server = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def note(origin, value):
    with lock:
        log.write(json.dumps({"server": server.pid, "from": origin, "line": value}) + "\n")


def carry(source, sink, origin):
    for line in iter(source.readline, b""):
        try:
            note(origin, json.loads(line))
        except ValueError:
            note(origin, line.decode("utf-8", "replace"))
        try:
            sink.write(line)
            sink.flush()
        except OSError:
            return
    try:
        sink.close()
    except OSError:
        pass


def pass_on(number, _frame):
    note("tap", {"signal": number})
    server.send_signal(number)


for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, pass_on)
note("tap", {"started": True})
threading.Thread(target=carry, args=(sys.stdin.buffer, server.stdin, "client"), daemon=True).start()
carry(server.stdout, sys.stdout.buffer, "server")
code = server.wait()
note("tap", {"ended": code})
sys.stdout.flush()
# The client still holds its end: leave at once, as the server did.
os._exit(code if code >= 0 else 128 - code)
