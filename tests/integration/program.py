"""The program as tests run it: PIPWRIGHT is the first argument of the test."""
import os
import pty
import select
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GOLDEN = os.path.join(ROOT, "tests", "golden")
OK, NO, USAGE, FAILED = range(4)


def run(*arguments, text="", timeout=300):
    return subprocess.run([PROGRAM, *arguments], input=text, capture_output=True, text=True, timeout=timeout)


def golden(name):
    with open(os.path.join(GOLDEN, name), encoding="utf-8") as file:
        return file.read()


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def file(self, name, content):
        path = self.path(name)
        with open(path, "wb") as out:
            out.write(content if isinstance(content, bytes) else content.encode())
        return path

    def read(self, path):
        with open(path, encoding="utf-8") as file:
            return file.read()

    def answers(self, code, *arguments, text=""):
        done = run(*arguments, text=text)
        self.assertEqual(done.returncode, code, f"{arguments}\n{done.stdout}\n{done.stderr}")
        return done.stdout if code == OK else done.stderr


class Terminal:
    """The program on a terminal of its own, as a person has it."""

    def __init__(self, *arguments, timeout=300):
        self.master, slave = pty.openpty()
        environment = {**os.environ, "TERM": "xterm"}
        self.process = subprocess.Popen([PROGRAM, *arguments], stdin=slave, stdout=slave, stderr=slave, close_fds=True,
                                        env=environment, start_new_session=True)
        os.close(slave)
        self.deadline = time.monotonic() + timeout
        self.shown = ""

    def until(self, words):
        """What is shown up to these words; what comes after them stays for the next call."""
        while words not in self.shown:
            ready, _, _ = select.select([self.master], [], [], max(0, self.deadline - time.monotonic()))
            more = os.read(self.master, 65536) if ready else b""
            if not more:
                raise AssertionError(f"{words!r} does not come after: {self.shown!r}")
            self.shown += more.decode().replace("\r\n", "\n")
        end = self.shown.index(words) + len(words)
        told, self.shown = self.shown[:end], self.shown[end:]
        return told

    def say(self, line, words):
        os.write(self.master, (line + "\n").encode())
        return self.until(words)

    def end(self, line):
        """Says a last line; the exit code."""
        os.write(self.master, (line + "\n").encode())
        try:
            while os.read(self.master, 65536):
                pass
        except OSError: # the program has closed the terminal
            pass
        return self.process.wait(timeout=max(0, self.deadline - time.monotonic()))

    def close(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        os.close(self.master)
