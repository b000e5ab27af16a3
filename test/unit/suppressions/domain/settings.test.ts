import { describe, expect, it } from "vitest";
import { askedBy, defaultSettings, mayBeKeyword } from "../../../../shared/suppressions/domain/settings.ts";
import { anOwner } from "../../../support/an-owner.ts";

const ON = Date.parse("2026-11-27T10:00:00.500Z");
const settings = { ...defaultSettings(anOwner()), isOn: true, onSinceMs: ON };
const asked = (text: string, writtenAtMs = ON) => askedBy(settings, { text, writtenAtMs });

describe("askedBy()", () => {
  it.each(["stop", "STOP", " Stop. ", "stop!!", "stop . !", "Unsubscribe"])("takes %j as a stop word", (text) => {
    expect(asked(text)).toBe("stop");
  });
  it.each(["start", "START."])("takes %j as a start word", (text) => expect(asked(text)).toBe("start"));
  it.each(["", "stop it", "don't stop", "stop?", ".stop", "sto p"])("takes %j for no word", (text) => {
    expect(asked(text)).toBeUndefined();
  });

  it("counts the second in which the words were switched on, and nothing before it", () => {
    expect(asked("stop", Date.parse("2026-11-27T10:00:00.000Z"))).toBe("stop");
    expect(asked("stop", Date.parse("2026-11-27T09:59:59.000Z"))).toBeUndefined();
    expect(askedBy({ ...settings, isOn: false }, { text: "stop", writtenAtMs: ON })).toBeUndefined();
  });

  it("takes words that themselves end with a mark", () => {
    const own = { ...settings, stopKeywords: ["basta!"] };
    expect(askedBy(own, { text: "BASTA", writtenAtMs: ON })).toBe("stop");
  });
});

describe("mayBeKeyword()", () => {
  it("leaves out what is longer than any word", () => {
    expect(mayBeKeyword("a".repeat(64))).toBe(true);
    expect(mayBeKeyword(`${"a".repeat(64)}  !!!`)).toBe(true);
    expect(mayBeKeyword("a".repeat(65))).toBe(false);
    expect(mayBeKeyword("")).toBe(false);
  });
});
