"""Says what a measurement was made on."""

import ctypes
import ctypes.util
import datetime
import os
import pathlib
import platform
import re
import subprocess


def processor():
    """The name of the processor, as the system has it."""
    if platform.system() == "Darwin":
        return subprocess.check_output(
            ["sysctl", "-n", "machdep.cpu.brand_string"], encoding="utf-8").strip()
    try:
        facts = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        facts = ""
    named = re.search(r"^model name\s*: (.*)$", facts, re.MULTILINE)
    return re.sub(r"\((R|TM)\)", "", named[1]) if named else platform.machine()


def system():
    """The name of the system."""
    if platform.system() == "Darwin":
        return "macOS " + platform.mac_ver()[0]
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"].split(" (")[0]
    except (OSError, KeyError):
        return platform.system()


def sqlite():
    """The version of the system's SQLite, which Shortlist uses and Python perhaps does not."""
    library = ctypes.CDLL(ctypes.util.find_library("sqlite3"))
    library.sqlite3_libversion.restype = ctypes.c_char_p
    return library.sqlite3_libversion().decode()


def description():
    """The machine, in one line."""
    return f"{processor()}, {os.cpu_count()} cores, {system()}, SQLite {sqlite()}"


def today():
    """The date, as the pictures and tables have it."""
    return datetime.date.today().isoformat()


def load():
    """How many processes want a core, a mean of the last minute."""
    return os.getloadavg()[0]
