import { describe, expect, it } from "vitest";
import {
  type CallOptions,
  HeraldError,
  type Suppression,
  type SuppressionRequest,
} from "../../../../client/src/herald.ts";
import { importSuppressions, linesOf } from "../../../../ops/suppressions/import-suppressions.ts";
import { suppressionLine } from "../../../../ops/suppressions/suppression-line.ts";

const ANA = "ana@shop.example";
const aSuppression = (more: Partial<Suppression> = {}): Suppression => ({
  ...{ id: "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e06", channel: "email", recipient: ANA, reason: "bounce" },
  created_at: "2026-11-22T12:00:00.000Z",
  ...more,
});

/** Answers each request with a status, and keeps what was asked. */
function aService(statusOf: (recipient: string) => number) {
  const asked: SuppressionRequest[] = [];
  const create = async (request: SuppressionRequest, { onResponse }: CallOptions) => {
    const status = statusOf(request.recipient);
    asked.push(request);
    onResponse?.({ request: "", status, headers: new Headers(), body: "", attempt: 1 });
    if (status >= 400) throw new HeraldError(`answered ${status}`, { status });
    return aSuppression(request);
  };
  return { asked, create };
}

describe("importSuppressions()", () => {
  it("counts what it made and what was there, and tells of each refused line", async () => {
    const { asked, create } = aService((recipient) => ({ no: 400, "old@shop.example": 200 })[recipient] ?? 201);
    const told: number[] = [];
    const lines = linesOf(`${ANA},unsubscribe,news\nold@shop.example\nno\nbo@shop.example,wrong`);
    const result = await importSuppressions(lines, { create, onRefused: ({ line }) => void told.push(line) });
    expect(result).toEqual({
      ...{ made: 1, stood: 1 },
      refused: [
        { line: 3, recipient: "no", error: "answered 400" },
        { line: 4, recipient: "bo@shop.example", error: expect.stringMatching(/^reason must be one of: bounce, /) },
      ],
    });
    expect(told).toEqual([3, 4]);
    expect(asked).toEqual([
      { recipient: ANA, reason: "unsubscribe", topic: "news" },
      { recipient: "old@shop.example" },
      { recipient: "no" },
    ]);
  });

  it.each([401, 429, 500, 503])("ends at a %i, and says how far it came", async (status) => {
    const { asked, create } = aService((recipient) => (recipient === "bo@shop.example" ? status : 201));
    const work = importSuppressions(linesOf(`${ANA}\nbo@shop.example\n${ANA}`), { create, onRefused: () => {} });
    await expect(work).rejects.toThrow("the import ended at line 2, 1 were made");
    expect(asked).toHaveLength(2);
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
