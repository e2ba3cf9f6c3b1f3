"""The server of the example, and Chromium, driven by the WebDriver protocol."""

import json
import pathlib
import re
import subprocess
import time
import urllib.request

PACKAGE = pathlib.Path(__file__).resolve().parent.parent
# The name that WebDriver gives an element in JSON.
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "End": "\ue010", "Home": "\ue011", "Up": "\ue013",
        "Down": "\ue015"}


class Process:
    """A process that says its port, stopped at the end of a `with` block."""

    def __init__(self, command, port):
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            match = re.search(port, line)
            if match:
                self.address = f"http://127.0.0.1:{match[1]}"
                return
        raise RuntimeError(f"{command[0]} did not start.")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.communicate()


class Server(Process):
    """The program, at a free port, as `swift build` or `swift build -c release` has built it."""

    def __init__(self, configuration="debug", arguments=()):
        folder = subprocess.run(
            ["swift", "build", "--package-path", PACKAGE, "-c", configuration, "--show-bin-path"],
            check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
        super().__init__([f"{folder}/Web", "--port", "0", *arguments], r"http://.*:(\d+)")


class Browser(Process):
    """Chromium without a window, with a window of 1000 by 900 pixels."""

    def __init__(self, scripts=True):
        super().__init__(["chromedriver", "--port=0"], r"started successfully on port (\d+)")
        options = {
            "args": ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage",
                     "--window-size=1000,900", "--hide-scrollbars"],
            "prefs": {} if scripts else {"profile.managed_default_content_settings.javascript": 2},
        }
        capabilities = {"alwaysMatch": {
            "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}}
        self.session = "/session"
        try:
            self.session += "/" + self.post("", capabilities=capabilities)["sessionId"]
        except BaseException:
            super().__exit__()
            raise

    def __exit__(self, *_):
        try:
            self._request("DELETE", "")
        finally:
            super().__exit__()

    def get(self, path):
        return self._request("GET", path)

    def post(self, path, **body):
        return self._request("POST", path, json.dumps(body).encode())

    def _request(self, method, path, body=None):
        request = urllib.request.Request(
            self.address + self.session + path, body, {"Content-Type": "application/json"},
            method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def open(self, address):
        """Opens a page, and waits until its search bar has the focus."""
        self.post("/url", url=address)
        if not eventually(lambda: self.run("return document.activeElement.id") == "query"):
            raise RuntimeError("The search bar does not get the focus.")

    def run(self, script, *arguments):
        """Runs the body of a function in the page; waits for its promise, if it returns one."""
        return self.post("/execute/sync", script=script, args=arguments)

    def find(self, selector):
        """The first element, as part of a path."""
        found = self.post("/element", using="css selector", value=selector)
        return "/element/" + found[ELEMENT]

    def press(self, *keys):
        """Presses keys: those of `KEYS` by name, and the characters of any other text."""
        keys = [character for key in keys for character in KEYS.get(key, key)]
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.post("/actions", actions=[{"type": "key", "id": "keyboard", "actions": actions}])

    def devtools(self, command, **parameters):
        """Sends a command of the DevTools protocol."""
        return self.post("/goog/cdp/execute", cmd=command, params=parameters)


def eventually(condition, seconds=10):
    """Waits until a condition holds; returns whether it does."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True
