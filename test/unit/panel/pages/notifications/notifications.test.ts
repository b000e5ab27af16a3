import { describe, expect, it } from "vitest";
import type { Schemas } from "../../../../../panel/src/api/schemas.ts";
import { clockTime } from "../../../../../panel/src/explain/clock-time.ts";
import { filtersIn, isFiltered, queryOf, searchOf } from "../../../../../panel/src/pages/notifications/filters.ts";
import { withPictures } from "../../../../../panel/src/pages/notifications/inline-pictures.ts";
import { nextStepEntry } from "../../../../../panel/src/pages/notifications/next-step-entry.ts";
import { hasMissed, outcomeOf, waitsForRetry } from "../../../../../panel/src/pages/notifications/outcome.ts";

const NOW = new Date(2026, 10, 22, 12, 0, 0).getTime();
const at = (ms: number) => new Date(NOW + ms).toISOString();
const HOUR_MS = 3_600_000;
const ACCOUNT = "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e06";
const ONE = {
  channel: "email",
  status: "sent",
  outcome: { delivered: 1, total: 1 },
  attempts: 1,
  max_attempts: 5,
} satisfies Partial<Schemas["DescribedNotification"]>;

describe("notification filters", () => {
  const read = (search: string) => filtersIn(new URLSearchParams(search));

  it("are read from the address; what is misspelt is left out", () => {
    expect(read("status=failed,lost,sent&channel=email&q=+ana+&metadata=order=42")).toEqual({
      status: ["sent", "failed"],
      channel: "email",
      q: "ana",
      metadata: "order=42",
    });
    expect(read("status=lost&channel=&period=2h&since=soon&reason=Mail%20box&account_id=mine&metadata=order")).toEqual(
      {},
    );
    expect(isFiltered(read("q=+"))).toBe(false);
  });

  it("come back as they were written", () => {
    const search = `q=ana&status=sent,failed&reason=mailbox_full&account_id=${ACCOUNT}&since=${at(0)}&until=${at(1)}`;
    expect(read(new URLSearchParams(searchOf(read(search))).toString())).toEqual(read(search));
  });

  it("count a period back from the moment of asking", () => {
    expect(queryOf(read("period=24h&status=failed,sent"), NOW)).toEqual({
      since: at(-24 * HOUR_MS),
      status: "sent,failed",
    });
    expect(queryOf(read(`since=${at(-5)}`), NOW)).toEqual({ since: at(-5) });
  });
});

describe("the outcome of a notification", () => {
  const label = (changes: Partial<Parameters<typeof outcomeOf>[0]>) => outcomeOf({ ...ONE, ...changes }, NOW).label;

  it("says how many have it, what the telephone reported, and when it is tried again", () => {
    expect(label({})).toBe("Sent");
    expect(outcomeOf({ ...ONE, outcome: { delivered: 1, total: 3 } }, NOW)).toEqual({
      label: "1 of 3 delivered",
      tone: "part",
    });
    expect(label({ outcome: { delivered: 1, total: 1, report: "read" } })).toBe("Read");
    expect(label({ status: "failed", outcome: { delivered: 0, total: 1, report: "delivered" } })).toBe("Failed");
    expect(label({ status: "pending", next_attempt_at: at(31 * 60_000) })).toBe("Retry at 12:31");
    expect(label({ status: "pending", attempts: 0, send_at: at(HOUR_MS) })).toBe("Due 13:00");
    expect(label({ status: "pending", attempts: 0, send_at: at(-HOUR_MS) })).toBe("Waiting");
  });

  it("says what can be done: a retry while one waits, and the failed ones again where some got it", () => {
    expect([waitsForRetry({ ...ONE, status: "pending" }), waitsForRetry(ONE)]).toEqual([true, false]);
    expect(waitsForRetry({ status: "pending", attempts: 0 })).toBe(false);
    expect(hasMissed({ channel: "email", outcome: { delivered: 1, total: 2 } })).toBe(true);
    expect(hasMissed({ channel: "email", outcome: { delivered: 0, total: 2 } })).toBe(false);
    expect(hasMissed({ channel: "email", outcome: { delivered: 2, total: 2 } })).toBe(false);
  });
});

describe("what comes next", () => {
  it("stands above the timeline until it is over", () => {
    expect(nextStepEntry(ONE, NOW)).toBeUndefined();
    expect(nextStepEntry({ ...ONE, status: "pending", next_attempt_at: at(60_000) }, NOW)).toMatchObject({
      tone: "wait",
      what: "Retry scheduled: attempt 2 of 5",
      at: at(60_000),
    });
    expect(nextStepEntry({ ...ONE, status: "pending", attempts: 0, send_at: at(60_000) }, NOW)?.what).toBe(
      "Scheduled by its sender",
    );
    expect(nextStepEntry({ ...ONE, status: "pending", attempts: 0 }, NOW)?.what).toBe("Waiting to be sent");
    expect(nextStepEntry({ ...ONE, status: "processing" }, NOW)?.tone).toBe("run");
    expect(nextStepEntry({ ...ONE, status: "submitted", channel: "chat" }, NOW)?.tone).toBe("run");
  });
});

describe("times by the clock", () => {
  it("name the day when it is another one, and the year when it is", () => {
    expect(clockTime(at(-60_000), NOW)).toBe("11:59");
    expect(clockTime(at(-1000), NOW, true)).toBe("11:59:59");
    expect(clockTime(at(-24 * HOUR_MS), NOW)).toBe("21 Nov, 12:00");
    expect(clockTime(at(-400 * 24 * HOUR_MS), NOW)).toBe("18 Oct 2025");
    expect(clockTime("soon", NOW)).toBe("soon");
  });
});

describe("withPictures()", () => {
  const pictures = new Map([["logo@shop", "data:image/png;base64,AA=="]]);

  it.each([
    ['<img src="cid:logo@shop">', '<img src="data:image/png;base64,AA==">'],
    ["<img src=CID:logo%40shop>", "<img src=data:image/png;base64,AA==>"],
    ["<p style='background: url(cid:logo@shop)'>", "<p style='background: url(data:image/png;base64,AA==)'>"],
    ['<img src="cid:other">', '<img src="cid:other">'],
    ['<img src="cid:%">', '<img src="cid:%">'],
    ["<p>It says cid:logo@shop</p>", "<p>It says cid:logo@shop</p>"],
  ])("puts a picture of the mail in its place: %s", (html, shown) => {
    expect(withPictures(html, pictures)).toBe(shown);
  });

  it.each([
    ['image/png" onerror="alert(1)', undefined],
    ["image/png' onerror='alert(1)", undefined],
    ["image/png onerror=alert(1)", undefined],
    ["image/png) } body { display: none", undefined],
    ["image/png><script>alert(1)</script><img src=x", undefined],
    ["text/html", undefined],
    ["", undefined],
    ["application/octet-stream", "data:application/octet-stream;base64,AA=="],
    ['image/png; name="a, b.png"', "data:image/png;base64,AA=="],
    ["Image/SVG+XML;charset=utf-8", "data:image/svg+xml;base64,AA=="],
  ])("lets no file's type break out of the place of its picture: %s", (type, shown) => {
    const files = new Map([["logo@shop", `data:${type};base64,AA==`]]);
    for (const [before, after] of [
      ['<img src="', '">'],
      ["<img src='", "'>"],
      ["<img src=", ">"],
      ['<p style="background: url(', ')">'],
    ])
      expect(withPictures(`${before}cid:logo@shop${after}`, files)).toBe(
        `${before}${shown ?? "cid:logo@shop"}${after}`,
      );
  });

  it("does not grow without bound with a picture that is named again and again", () => {
    const large = new Map([["logo@shop", `data:image/png;base64,${"A".repeat(2_000_000)}`]]);
    const html = '<img src="cid:logo@shop">'.repeat(40_000);
    expect(withPictures(html, large).length).toBeLessThan(html.length + 20_000_000);
  });
});
