"""A test of a mail, with pytest or unittest (Python 3.8 or newer, nothing else).

HERALD_URL, HERALD_API_KEY and HERALD_MAILBOX_URL say where Herald is.
"""

import json
import os
import time
import unittest
import urllib.parse
import urllib.request
import uuid


def wait_for_mail(to, subject="", seconds=10):
    """The newest mail to this address whose subject has these words, as a dict with subject, text, html, attachments."""
    end = time.monotonic() + seconds
    while True:
        query = urllib.parse.urlencode({"to": to, "limit": 1000})
        found = [mail for mail in _mailbox(f"/api/messages?{query}")["messages"] if subject in mail["subject"]]
        if found:
            return _mailbox(f"/api/messages/{found[0]['id']}")
        if time.monotonic() > end:
            came = _mailbox("/api/messages?limit=10")["messages"]
            shown = "".join(f"\n  to {', '.join(mail['rcpt_to'])}: {mail['subject']!r}" for mail in came)
            raise AssertionError(f"no mail to {to} with the subject {subject!r} within {seconds} s; newest mails:{shown or ' none'}")
        time.sleep(0.1)


def _mailbox(path):
    with urllib.request.urlopen(os.environ["HERALD_MAILBOX_URL"] + path, timeout=10) as answer:
        return json.load(answer)


def welcome(recipient):
    """Here one call; in your program whatever sends the mail."""
    mail = {"recipient": recipient, "subject": "Welcome, Ana", "body": "Your account is ready."}
    headers = {"Authorization": "Bearer " + os.environ["HERALD_API_KEY"], "Content-Type": "application/json"}
    url = os.environ["HERALD_URL"] + "/api/v1/notifications"
    urllib.request.urlopen(urllib.request.Request(url, json.dumps(mail).encode(), headers), timeout=30).close()


class Welcome(unittest.TestCase):
    def test_a_new_customer_is_welcomed(self):
        to = f"ana+{uuid.uuid4()}@example.test"
        welcome(to)
        mail = wait_for_mail(to, subject="Welcome")
        self.assertIn("Your account is ready.", mail["text"])


if __name__ == "__main__":
    unittest.main()
