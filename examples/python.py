"""First email, its way to the end, and an answer to a customer, with the standard library only (Python 3.8 or newer).

HERALD_URL=http://127.0.0.1:3000 HERALD_API_KEY=hrld_live_... python3 examples/python.py you@example.test
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid

URL = os.environ.get("HERALD_URL", "http://127.0.0.1:3000")
TRIES = 4


def call(method, path, body=None, idempotency_key=None):
    """The answer's JSON. Repeats what may be repeated: a read, or a request that the service knows by its key."""
    headers = {"Authorization": "Bearer " + os.environ["HERALD_API_KEY"], "Content-Type": "application/json"}
    if idempotency_key:
        headers["Idempotency-Key"] = idempotency_key
    content = None if body is None else json.dumps(body).encode()
    repeatable = method == "GET" or idempotency_key is not None
    for tried in range(1, TRIES + 1):
        request = urllib.request.Request(URL + path, content, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            transient = error.code in (408, 429, 500, 502, 503, 504)
            if not (repeatable and transient and tried < TRIES):
                raise SystemExit(f"{method} {path}: {error.code} {error.read().decode()}")
            time.sleep(float(error.headers.get("Retry-After", 2**tried)))
        except OSError:
            if not (repeatable and tried < TRIES):
                raise
            time.sleep(2**tried)


def main():
    recipient = sys.argv[1] if len(sys.argv) > 1 else "you@example.test"
    email = call(
        "POST",
        "/api/v1/notifications",
        {"recipient": recipient, "subject": "Hello from Python", "body": "It works."},
        idempotency_key=str(uuid.uuid4()),
    )
    print(f"email {email['id']}: accepted")
    for _ in range(60):
        email = call("GET", f"/api/v1/notifications/{email['id']}")
        print(f"email {email['id']}: {email['status']}", email.get("last_error", ""))
        if email["status"] in ("sent", "failed"):
            break
        time.sleep(1)

    page = call("GET", "/api/v1/chat-conversations?window=open&limit=1")
    if not page["conversations"]:
        print("no customer has written within the last 24 hours: nobody to answer")
        return
    conversation = page["conversations"][0]["id"]
    reply = call(
        "POST",
        f"/api/v1/chat-conversations/{conversation}/reply",
        {"message_type": "text", "text": "Hello from Python"},
        idempotency_key=str(uuid.uuid4()),
    )
    print(f"reply {reply['notification_id']}: accepted")


main()
