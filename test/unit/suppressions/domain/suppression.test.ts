import { describe, expect, it } from "vitest";
import { holding, type Standing, suppressedCause } from "../../../../shared/suppressions/domain/suppression.ts";

const one = (id: string, day: number, topic?: string): Standing => ({
  id,
  reason: topic === undefined ? "bounce" : "unsubscribe",
  topic,
  createdAt: new Date(Date.UTC(2026, 10, day)).toISOString(),
});

describe("holding()", () => {
  it("lets a suppression without a topic hold every send, and one with a topic only sends of that topic", () => {
    expect(holding([one("a", 20)])?.id).toBe("a");
    expect(holding([one("a", 20)], "news")?.id).toBe("a");
    expect(holding([one("a", 20, "news")])).toBeUndefined();
    expect(holding([one("a", 20, "news")], "other")).toBeUndefined();
    expect(holding([one("a", 20, "news")], "news")?.id).toBe("a");
    expect(holding([], "news")).toBeUndefined();
  });

  it("names the earliest without a topic, or else the earliest", () => {
    expect(holding([one("a", 20, "news"), one("b", 22), one("c", 21)], "news")?.id).toBe("c");
    expect(holding([one("a", 22, "news"), one("b", 20, "other"), one("c", 21, "news")], "news")?.id).toBe("c");
    expect(holding([one("b", 20), one("a", 20)])?.id).toBe("a");
  });
});

it("tells reason and UTC day in the last error", () => {
  expect(suppressedCause(one("a", 22))).toBe("recipient is suppressed: bounce on 2026-11-22");
});
