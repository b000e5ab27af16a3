import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { type ReceivedRequest, type WebhookProblem, webhooks } from "../../../client/src/herald.ts";

const NOW_MS = Date.parse("2026-11-23T04:00:00.900Z");
const now = () => NOW_MS;
const ID = "evt_0190b2a0-0000-7000-8000-000000000001";
const BODY = JSON.stringify({
  id: ID,
  type: "notification.failed",
  timestamp: "2026-11-23T03:59:59Z",
  data: { recipient: "zoë@b.test", reason: "mailbox_full", status: "failed" },
});

const secretOf = (bytes: Uint8Array): string => `whsec_${Buffer.from(bytes).toString("base64")}`;
const SECRET = secretOf(new Uint8Array(32).fill(7));
const OTHER = secretOf(new Uint8Array(32).fill(8));

const secret = fc.uint8Array({ minLength: 24, maxLength: 64 }).map(secretOf);

function signed(body = BODY, { by = [SECRET], atMs = NOW_MS, id = ID } = {}) {
  const signatures = by.map((one) => new Webhook(one).sign(id, new Date(atMs), body));
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(atMs / 1000)),
    "webhook-signature": signatures.join(" "),
  };
  return { headers, body };
}

const verify = (request: Request | ReceivedRequest, by: string | readonly string[] = SECRET) =>
  webhooks.verify(request, by, { now });
const refusal = (
  request: Request | ReceivedRequest,
  by: string | readonly string[] = SECRET,
): Promise<WebhookProblem> =>
  verify(request, by).then(
    () => expect.fail("it was believed"),
    (error: unknown) => {
      expect(error).toMatchObject({ name: "WebhookVerificationError", reason: expect.any(String) });
      return (error as { reason: WebhookProblem }).reason;
    },
  );

describe("webhooks.verify()", () => {
  it("answers the event, typed by its type, of a request in any form that frameworks hand over", async () => {
    const { headers, body } = signed();
    const capitals = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name.replaceAll(/\b[a-z]/g, (one) => one.toUpperCase()),
        [value],
      ]),
    );
    const forms: (Request | ReceivedRequest)[] = [
      { headers, body },
      { headers: capitals, body },
      { headers: new Headers(headers), body: new TextEncoder().encode(body) },
      { headers, body: Buffer.from(body) },
      new Request("https://receiver.test/hook", { method: "POST", headers, body }),
    ];
    for (const form of forms) {
      const event = await verify(form);
      expect(event).toEqual(JSON.parse(body));
      if (event.type !== "notification.failed") return expect.fail("another type");
      // The event's type has determined the TypeScript type of its data.
      expect([event.data.reason, event.data.recipient]).toEqual(["mailbox_full", "zoë@b.test"]);
    }
  });

  it("believes whatever the standard's own package has signed, and no other secret", async () => {
    const event = fc.record({
      id: fc.string(),
      type: fc.string(),
      timestamp: fc.string(),
      data: fc.dictionary(fc.string(), fc.jsonValue()),
    });
    const given = fc.tuple(event, secret, secret).filter(([, one, other]) => one !== other);
    await fc.assert(
      fc.asyncProperty(given, async ([data, by, other]) => {
        const request = signed(JSON.stringify(data), { by: [by] });
        expect(await verify(request, by)).toEqual(JSON.parse(request.body));
        expect(await refusal(request, other)).toBe("no_matching_signature");
      }),
    );
  });

  it("refuses a request of which one character was changed, wherever it stands", async () => {
    const parts = ["webhook-id", "webhook-timestamp", "webhook-signature", "body"] as const;
    const { headers, body } = signed();
    const place = fc.constantFrom(...parts).chain((part) => {
      const text = part === "body" ? body : headers[part];
      return fc.record({ part: fc.constant(part), text: fc.constant(text), at: fc.nat(text.length - 1) });
    });
    // White space around the value of a header does not belong to the value.
    const change = fc.tuple(
      place,
      fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)),
    );
    await fc.assert(
      fc.asyncProperty(
        change.filter(([{ text, at }, one]) => text[at] !== one),
        async ([{ part, text, at }, one]) => {
          const changed = text.slice(0, at) + one + text.slice(at + 1);
          const request =
            part === "body" ? { headers, body: changed } : { headers: { ...headers, [part]: changed }, body };
          const reasons = part === "webhook-timestamp" ? /^(no_matching|malformed|too_)/ : /^no_matching_signature$/;
          expect(await refusal(request)).toMatch(reasons);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("refuses every other spelling of the signature, such as one whose last bits say nothing", async () => {
    const { headers, body } = signed();
    const signature = headers["webhook-signature"];
    const unused = signature.replace(/.=$/, (end) => `${String.fromCharCode(end.charCodeAt(0) + 1)}=`);
    const bare = signature.slice("v1,".length);
    for (const other of [
      unused,
      bare,
      `v2,${bare}`,
      `v1a,${bare}`,
      `v1,v1,${bare}`,
      `${signature},x`,
      "v1,",
      signature.slice(0, -1),
    ])
      expect([other, await refusal({ headers: { ...headers, "webhook-signature": other }, body })]).toEqual([
        other,
        "no_matching_signature",
      ]);
  });

  it("takes any of several signatures and of several secrets, as they meet while a secret is rotated", async () => {
    const both = signed(BODY, { by: [OTHER, SECRET] });
    await expect(verify(both)).resolves.toMatchObject({ id: ID });
    await expect(verify(both, OTHER)).resolves.toMatchObject({ id: ID });
    await expect(verify(signed(), [OTHER, SECRET])).resolves.toMatchObject({ id: ID });
    expect(await refusal(signed(), [OTHER])).toBe("no_matching_signature");
    expect(await refusal(signed(), [])).toBe("no_matching_signature");
    const foreign = `v1a,${"A".repeat(86)}== ${both.headers["webhook-signature"]}`;
    await expect(verify({ ...both, headers: { ...both.headers, "webhook-signature": foreign } })).resolves.toBeTruthy();
  });

  it("says which header is missing", async () => {
    const { headers, body } = signed();
    for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"]) {
      for (const missing of [undefined, "", " "]) {
        const request = { headers: { ...headers, [name]: missing }, body };
        expect(await refusal(request)).toBe("missing_header");
        await expect(verify(request)).rejects.toThrow(`the header ${name} is missing`);
      }
    }
    expect(await refusal(new Request("https://receiver.test", { method: "POST", body }))).toBe("missing_header");
  });

  it("takes 5 minutes either way and not a second more, however well it is signed", async () => {
    const at = (seconds: number) => signed(BODY, { atMs: NOW_MS + seconds * 1000 });
    await expect(verify(at(-300))).resolves.toMatchObject({ id: ID });
    await expect(verify(at(300))).resolves.toMatchObject({ id: ID });
    expect(await refusal(at(-301))).toBe("too_old");
    expect(await refusal(at(301))).toBe("too_new");
    await expect(webhooks.verify(at(-900), SECRET, { now, toleranceSeconds: 900 })).resolves.toMatchObject({ id: ID });
    const timed = (text: string) => ({ ...at(0), headers: { ...at(0).headers, "webhook-timestamp": text } });
    for (const text of ["soon", "1e9", "-1", "0x10", "NaN", "1.5", "9".repeat(20)])
      expect([text, await refusal(timed(text))]).toEqual([text, "malformed_timestamp"]);
    // Without options, the present time applies.
    await expect(webhooks.verify(signed(BODY, { atMs: Date.now() }), SECRET)).resolves.toMatchObject({ id: ID });
    for (const options of [{ now: () => Number.NaN }, { now, toleranceSeconds: Number.NaN }])
      await expect(webhooks.verify(at(0), SECRET, options)).rejects.toMatchObject({ reason: "too_old" });
  });

  it("refuses a well signed body that is no JSON, or no event", async () => {
    for (const body of ["", "{", "hello"]) expect(await refusal(signed(body))).toBe("body_not_json");
    const bytes = { ...signed("\ufffd"), body: Uint8Array.of(0xff) };
    expect(await refusal(bytes)).toBe("no_matching_signature");
    for (const body of ["null", "[]", "7", "{}", JSON.stringify({ ...JSON.parse(BODY), data: 7 })])
      expect(await refusal(signed(body))).toBe("not_an_event");
    await expect(verify(signed('{"id":"x"}'))).rejects.toThrow(/^the body is not an event, at /);
  });

  it("tells a caller's own mistakes apart from a request that is not to be believed", async () => {
    const request = signed();
    for (const wrong of ["whsec_", "", "whsec_%%%"])
      await expect(verify(request, wrong)).rejects.toThrow(new TypeError("a webhook's secret is whsec_ and base64"));
    const parsed = { headers: request.headers, body: JSON.parse(request.body) } as ReceivedRequest;
    await expect(verify(parsed)).rejects.toThrow(/^body must be the request's bytes or their text/);
  });
});
