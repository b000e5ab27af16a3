"""Herald with Python's standard library only (3.8 or newer): copy this file beside your program as herald.py.

    from herald import Herald, HeraldError, verify_webhook

    herald = Herald()  # HERALD_URL and HERALD_API_KEY
    mail = herald.send(recipient="ana@example.test", subject="Hello", body="It works.")
    print(herald.wait(mail["id"])["status"])

By itself it sends a first email, follows it to its end, and answers the customer who wrote last:

    HERALD_URL=http://127.0.0.1:3000 HERALD_API_KEY=hrld_live_... python3 examples/python.py you@example.test
"""

import base64
import hmac
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
import uuid

TRANSIENT = (408, 429, 500, 502, 503, 504)


class HeraldError(Exception):
    """No usable answer. Decide by `code`, or by `status`, which is None when nothing answered."""

    def __init__(self, message, status=None, code=None, detail=None, errors=(), request_id=None):
        super().__init__(message)
        self.status, self.code, self.detail, self.errors, self.request_id = status, code, detail, errors, request_id


class Herald:
    def __init__(self, url=None, api_key=None, timeout=30, tries=4, longest_wait=60):
        """`timeout` is for one try, `longest_wait` for the time before another; both in seconds."""
        self.url = (url or os.environ.get("HERALD_URL", "http://127.0.0.1:3000")).rstrip("/")
        self.api_key = api_key or os.environ["HERALD_API_KEY"]
        self.timeout, self.tries, self.longest_wait = timeout, tries, longest_wait

    def send(self, idempotency_key=None, **notification):
        """A mail, or a chat message with channel="chat". The answer means queued; see `wait`. A repeat under your own key sends nothing twice."""
        return self.call("POST", "/api/v1/notifications", notification, idempotency_key or str(uuid.uuid4()))

    def get(self, notification_id):
        return self.call("GET", f"/api/v1/notifications/{notification_id}")

    def wait(self, notification_id, seconds=60):
        """The notification once it is sent, failed or canceled; as it is by then when the time is over."""
        end = time.monotonic() + seconds
        while True:
            notification = self.get(notification_id)
            if notification["status"] in ("sent", "failed", "canceled") or time.monotonic() > end:
                return notification
            time.sleep(1)

    def reply(self, conversation_id, text, idempotency_key=None):
        """Answers a customer. The code `window_closed` says that the customer has not written for 24 hours."""
        body = {"message_type": "text", "text": text}
        path = f"/api/v1/chat-conversations/{conversation_id}/reply"
        return self.call("POST", path, body, idempotency_key or str(uuid.uuid4()))

    def call(self, method, path, body=None, idempotency_key=None):
        """The answer's JSON. Repeats what may be repeated: a read, or a request that the service knows by its key."""
        tries = self.tries if method == "GET" or idempotency_key else 1
        for tried in range(1, tries + 1):
            try:
                return self._once(method, path, body, idempotency_key)
            except urllib.error.HTTPError as answer:
                with answer:
                    error, wait = _refusal(answer), _wait(answer, tried)
                if not _is_transient(answer) or tried == tries or wait > self.longest_wait:
                    raise error from None
            except (OSError, ValueError) as cause:
                if tried == tries:
                    raise HeraldError(f"no answer from {self.url}: {cause}") from cause
                wait = _backoff(tried)
            time.sleep(wait)

    def _once(self, method, path, body, idempotency_key):
        headers = {"Authorization": "Bearer " + self.api_key, "Content-Type": "application/json"}
        if idempotency_key:
            headers["Idempotency-Key"] = idempotency_key
        content = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, content, headers, method=method)
        with urllib.request.urlopen(request, timeout=self.timeout) as answer:
            return json.load(answer)


def _refusal(answer):
    text = answer.read().decode(errors="replace")
    try:
        fields = json.loads(text)
        known = {name: fields.get(name) for name in ("code", "detail")}
        words = fields["error"]
    except (ValueError, KeyError, TypeError, AttributeError):
        fields, known, words = {}, {}, text.strip()[:200] or f"HTTP status {answer.code}"
    return HeraldError(words, answer.code, errors=fields.get("errors", ()), request_id=answer.headers.get("x-request-id"), **known)


def _is_transient(answer):
    return answer.code in TRANSIENT or (answer.code == 409 and answer.headers.get("Retry-After") is not None)


def _backoff(tried):
    return min(8, 0.5 * 2 ** (tried - 1)) * (1 - random.random() / 2)


def _wait(answer, tried):
    """As long as the service asks for. Its limiter asks for a minute, and says beside it when there is a place again."""
    asked, reset = (_seconds(answer.headers.get(name)) for name in ("Retry-After", "RateLimit-Reset"))
    place = reset * 4 ** (tried - 1) if answer.code == 429 and reset else asked
    return max(_backoff(tried), min(asked, place))


def _seconds(text):
    return int(text) if text and text.strip().isdigit() else 0


class WebhookVerificationError(Exception):
    """The request is not the service's: answer it with 400, and do nothing that it says."""


def verify_webhook(headers, body, secret, tolerance=300):
    """The event of a request, when the signature proves it. `headers`: any mapping; `body`: the bytes as they came; `secret`: whsec_..."""
    given = {name.lower(): value for name, value in headers.items()}
    event_id, timestamp = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > tolerance:
        raise WebhookVerificationError("signed too long ago, in the future, or at no time")
    key = base64.b64decode(secret[len("whsec_") :] if secret.startswith("whsec_") else secret)
    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.digest(key, signed, "sha256"))
    signatures = given.get("webhook-signature", "").encode().split(b" ")
    if not any(hmac.compare_digest(expected, one) for one in signatures):
        raise WebhookVerificationError("no signature matches the secret")
    return json.loads(body)


def main():
    recipient = sys.argv[1] if len(sys.argv) > 1 else "you@example.test"
    herald = Herald()
    email = herald.send(recipient=recipient, subject="Hello from Python", body="It works.")
    print(f"email {email['id']}: accepted")
    email = herald.wait(email["id"])
    print(f"email {email['id']}: {email['status']}", email.get("last_error", ""))

    page = herald.call("GET", "/api/v1/chat-conversations?window=open&limit=1")
    if not page["conversations"]:
        print("no customer has written within the last 24 hours: nobody to answer")
        return
    try:
        reply = herald.reply(page["conversations"][0]["id"], "Hello from Python")
        print(f"reply {reply['notification_id']}: accepted")
    except HeraldError as error:
        if error.code not in ("window_closed", "conversation_held"):
            raise
        print(f"not sent: {error}")


if __name__ == "__main__":
    main()
