import { describe, expect, it } from "vitest";
import type { Suppression } from "../../../../client/src/herald.ts";
import {
  askService,
  importSuppressions,
  type LineAnswers,
  linesOf,
} from "../../../../ops/suppressions/import-suppressions.ts";
import { suppressionLine } from "../../../../ops/suppressions/suppression-line.ts";

const ANA = "ana@shop.example";
const aSuppression = (more: Partial<Suppression> = {}): Suppression => ({
  ...{ id: "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e06", channel: "email", recipient: ANA, reason: "bounce" },
  created_at: "2026-11-22T12:00:00.000Z",
  ...more,
});

/** Answers each request with the outcomes of its lines, and keeps what was asked. */
function aService(outcomeOf: (recipient: string) => LineAnswers[number], status = 200) {
  const asked: { readonly url: string; readonly suppressions: readonly { readonly recipient: string }[] }[] = [];
  const answer = async (url: unknown, { body }: RequestInit = {}): Promise<Response> => {
    const { suppressions } = JSON.parse(String(body));
    asked.push({ url: String(url), suppressions });
    const results = suppressions.map(({ recipient }: { recipient: string }) => outcomeOf(recipient));
    return Response.json(status === 200 ? { results } : { error: "down" }, { status });
  };
  const ask = askService({ baseUrl: "https://herald.example/", accessToken: "token" }, answer as typeof fetch);
  return { asked, ask };
}

const MADE = { outcome: "made" } as const;

describe("importSuppressions()", () => {
  it("counts what it made and what was there, and tells of each refused line", async () => {
    const outcomes: Record<string, LineAnswers[number]> = {
      "old@shop.example": { outcome: "stood" },
      no: { outcome: "refused", error: "recipient must be an email address" },
    };
    const { asked, ask } = aService((recipient) => outcomes[recipient] ?? MADE);
    const told: number[] = [];
    const lines = linesOf(`${ANA},unsubscribe,news\nold@shop.example\nno`);
    const result = await importSuppressions(lines, { ask, onRefused: ({ line }) => void told.push(line) });
    expect(result).toEqual({
      ...{ made: 1, stood: 1 },
      refused: [{ line: 3, recipient: "no", error: "recipient must be an email address" }],
    });
    expect(told).toEqual([3]);
    expect(asked).toEqual([
      {
        url: "https://herald.example/panel/api/suppressions/import",
        suppressions: [
          { recipient: ANA, reason: "unsubscribe", topic: "news" },
          { recipient: "old@shop.example" },
          { recipient: "no" },
        ],
      },
    ]);
  });

  it("sends many lines in a request", async () => {
    const { asked, ask } = aService(() => MADE);
    const lines = linesOf(Array.from({ length: 1001 }, (_, i) => `a${i}@shop.example`).join("\n"));
    expect(await importSuppressions(lines, { ask, onRefused: () => {} })).toMatchObject({ made: 1001, refused: [] });
    expect(asked.map(({ suppressions }) => suppressions.length)).toEqual([500, 500, 1]);
  });

  it.each([401, 500, 503])("ends at a %i, and says how far it came", async (status) => {
    const { asked, ask } = aService(() => MADE, status);
    const work = importSuppressions(linesOf(`${ANA}\nbo@shop.example`), { ask, onRefused: () => {} });
    await expect(work).rejects.toThrow("the import ended at line 1, 0 were made");
    expect(asked).toHaveLength(1);
  });

  it("takes no file without a line, and none that is too long", () => {
    expect(() => linesOf("recipient,reason\n")).toThrow("no line with a recipient");
    expect(linesOf(`${ANA}\n`.repeat(10_000))).toHaveLength(10_000);
    expect(() => linesOf(`${ANA}\n`.repeat(10_001))).toThrow("there are 10001 lines");
  });
});

it("a line has what tells a person why, and nothing that controls a terminal", () => {
  const line = suppressionLine(aSuppression({ topic: "news", response: "550 5.1.1 \u001B[31mNo\nsuch user" }));
  expect(line).toBe(
    `2026-11-22T12:00:00.000Z  bounce       019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e06  ${ANA}  topic news  550 5.1.1 ?[31mNo?such user`,
  );
});
