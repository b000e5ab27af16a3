"""Tests of mails, with pytest or unittest (Python 3.8 or newer, nothing else).

HERALD_URL and HERALD_API_KEY say where Herald is. With a key of test mode (hrld_test_...), the mails are those of test mode;
otherwise they are those of a local stack, at HERALD_MAILBOX_URL.
"""

import datetime
import json
import os
import time
import unittest
import urllib.parse
import urllib.request
import uuid

IN_TEST_MODE = os.environ["HERALD_API_KEY"].startswith("hrld_test_")
MAILS = os.environ["HERALD_URL"] + "/api/v1/sandbox/messages" if IN_TEST_MODE else os.environ["HERALD_MAILBOX_URL"] + "/api/messages"


def wait_for_mail(to, subject="", seconds=10):
    """The newest mail to this address whose subject has these words, as a dict with subject, text and html."""
    end = time.monotonic() + seconds
    pause = 0.2
    while True:
        found = [mail for mail in _mails(to=to) if subject in mail["subject"]]
        if found:
            return _ask(f"{MAILS}/{found[0]['id']}")
        if time.monotonic() > end:
            shown = "".join(f"\n  to {', '.join(mail['rcpt_to'])}: {mail['subject']!r}" for mail in _mails())
            raise AssertionError(f"no mail to {to} with the subject {subject!r} within {seconds} s; newest mails:{shown or ' none'}")
        time.sleep(pause)
        # A key may ask once a second in the long run.
        pause = min(1.2, pause * 1.5)


def test_time():
    """The present time of test mode."""
    return datetime.datetime.fromisoformat(_ask(os.environ["HERALD_URL"] + "/api/v1/sandbox/clock")["now"].replace("Z", "+00:00"))


test_time.__test__ = False  # pytest takes it for a test by its name.


def advance(seconds):
    """Moves the time of test mode ahead; what becomes due by that happens within seconds."""
    _ask(os.environ["HERALD_URL"] + "/api/v1/sandbox/clock", {"advance_seconds": seconds})


def _mails(**query):
    return _ask(f"{MAILS}?{urllib.parse.urlencode({**query, 'limit': 100})}")["messages"]


def _ask(url, body=None):
    headers = {"Authorization": "Bearer " + os.environ["HERALD_API_KEY"], "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=30) as answer:
        return json.load(answer)


def send(recipient, subject, body, **more):
    """Here one call; in your program whatever sends the mail."""
    mail = {"recipient": recipient, "subject": subject, "body": body, **more}
    return _ask(os.environ["HERALD_URL"] + "/api/v1/notifications", mail)


class Welcome(unittest.TestCase):
    def test_a_new_customer_is_welcomed(self):
        to = f"ana+{uuid.uuid4()}@example.test"
        send(to, "Welcome, Ana", "Your account is ready.")
        mail = wait_for_mail(to, subject="Welcome")
        self.assertIn("Your account is ready.", mail["text"])

    @unittest.skipUnless(IN_TEST_MODE, "needs a key of test mode")
    def test_a_week_later_the_customer_is_reminded(self):
        to = f"ana+{uuid.uuid4()}@example.test"
        send(to, "How is it going?", "A week has passed.", send_at=(test_time() + datetime.timedelta(days=7)).isoformat())
        advance(7 * 86400)
        self.assertIn("A week has passed.", wait_for_mail(to)["text"])


if __name__ == "__main__":
    unittest.main()
