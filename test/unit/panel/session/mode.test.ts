import { describe, expect, it } from "vitest";
import { groupsFor, listPathOf } from "../../../../panel/src/layout/navigation.ts";
import {
  beginningMode,
  inTestMode,
  keepMode,
  modeHeaders,
  placeOf,
  withoutMode,
} from "../../../../panel/src/session/mode.ts";
import { PanelTime } from "../../../../panel/src/session/panel-time.ts";

const tab = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
};

describe("the mode of a tab", () => {
  it("is live at first, and after a reload the one that was chosen", () => {
    const storage = tab();
    expect(beginningMode("", storage)).toBe("live");
    keepMode("test", storage);
    expect(beginningMode("", storage)).toBe("test");
  });

  it("is that of the address, from then on without it", () => {
    const storage = tab();
    expect(beginningMode("?mode=test&status=failed", storage)).toBe("test");
    expect(beginningMode("", storage)).toBe("test");
    expect(beginningMode("?mode=live", storage)).toBe("live");
    expect(beginningMode("?mode=other", storage)).toBe("live");
  });

  it("is named by links of test mode, and taken out of the address", () => {
    expect(inTestMode("/notifications")).toBe("/notifications?mode=test");
    expect(inTestMode("/notifications?status=failed#end")).toBe("/notifications?status=failed&mode=test#end");
    expect(["?mode=test", "?status=failed&mode=test", "?q=a+b", ""].map(withoutMode)).toEqual([
      ...["", "?status=failed", "?q=a+b", ""],
    ]);
  });

  it("is said with every request of the routes that have two modes, and with no other", () => {
    const test = { "Herald-Mode": "test" };
    expect(
      ["/api/v1/smtp-accounts", "/panel/api/notifications", "/admin/api/chat-accounts", "/config.json"].map((path) =>
        modeHeaders("test", path),
      ),
    ).toEqual([test, test, {}, {}]);
    expect(modeHeaders("live", "/api/v1/smtp-accounts")).toEqual({});
  });

  it("gives what a tab keeps a place of its own", () => {
    expect(placeOf("demo", "live")).toBe("demo");
    expect(placeOf("demo", "test")).not.toBe(placeOf("demo", "live"));
  });
});

describe("a switch of the mode", () => {
  it.each([
    ["/notifications/1", "/notifications"],
    ["/notifications", "/notifications"],
    ["/email-templates/new", "/email-templates"],
    ["/events/webhooks/1", "/events/webhooks"],
    ["/admin/chat-accounts/1", "/"],
    ["/nowhere", "/"],
    ["/", "/"],
  ])("into test mode leads from %s to %s", (from, to) => {
    expect(listPathOf(from, groupsFor(true, "test"))).toBe(to);
  });

  it("into live mode leads from the sandbox to Home", () => {
    expect(listPathOf("/sandbox", groupsFor(false, "live"))).toBe("/");
  });
});

describe("the time of a page", () => {
  const REAL = Date.parse("2026-11-27T12:00:00.000Z");

  it("is real time until the service says another one, and runs on", () => {
    let real = REAL;
    const time = new PanelTime(() => real);
    expect(time.now()).toBe(REAL);
    time.follow("2026-11-28T12:00:00.000Z");
    real += 5000;
    expect(new Date(time.now()).toISOString()).toBe("2026-11-28T12:00:05.000Z");
  });

  it("tells of a move, and not of the way of an answer", () => {
    const told: number[] = [];
    const time = new PanelTime(() => REAL);
    const stop = time.subscribe(() => told.push(time.now() - REAL));
    time.follow("2026-11-27T12:00:01.500Z");
    time.follow("2026-11-27T13:00:00.000Z");
    time.follow("2026-11-27T12:59:59.200Z");
    time.follow("no time");
    expect(told).toEqual([3_600_000]);
    stop();
    time.follow("2026-11-29T13:00:00.000Z");
    expect(told).toHaveLength(1);
  });
});
