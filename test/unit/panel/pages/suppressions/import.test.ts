import { describe, expect, it } from "vitest";
import { ApiError } from "../../../../../panel/src/api/api-error.ts";
import { csvHead, csvOf } from "../../../../../panel/src/csv/write-csv.ts";
import { linesIn } from "../../../../../panel/src/pages/suppressions/import/import-lines.ts";
import {
  anImport,
  type ImportItem,
  madeBy,
  openImports,
  STOOD,
} from "../../../../../panel/src/pages/suppressions/import/import-run.ts";
import { SUPPRESSIONS } from "../../../../../panel/src/pages/suppressions/suppression.ts";

const ANA = "ana@shop.example";

describe("linesIn()", () => {
  it("reads recipient, reason and topic in this order", () => {
    expect(linesIn(`${ANA}\nbo@shop.example,Bounce\n\n+351912345678,unsubscribe,news`)).toEqual([
      { line: 1, recipient: ANA },
      { line: 2, recipient: "bo@shop.example", reason: "bounce" },
      { line: 4, recipient: "+351912345678", reason: "unsubscribe", topic: "news" },
    ]);
  });

  it("reads named columns in any order, beside others", () => {
    expect(linesIn(`Topic;Created;RECIPIENT\nnews;2026;${ANA}`)).toEqual([{ line: 2, recipient: ANA, topic: "news" }]);
  });

  it("takes only the first line for names", () => {
    expect(linesIn(`${ANA}\nrecipient`)).toEqual([
      { line: 1, recipient: ANA },
      { line: 2, recipient: "recipient" },
    ]);
  });

  it("keeps a line without a recipient, which the service refuses", () => {
    expect(linesIn(",bounce")).toEqual([{ line: 1, recipient: "", reason: "bounce" }]);
    expect(linesIn(" \n")).toEqual([]);
  });

  it("reads what was exported, numbers too", () => {
    const row = {
      ...({ id: "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e06", channel: "chat", recipient: "+351912345678" } as const),
      ...({ reason: "manual", topic: "news", created_at: "2026-11-22T12:00:00.000Z" } as const),
    };
    expect(linesIn(csvHead(SUPPRESSIONS) + csvOf(SUPPRESSIONS, [row]))).toEqual([
      { line: 2, recipient: "+351912345678", reason: "manual", topic: "news" },
    ]);
  });
});

describe("an import", () => {
  const aRun = () => {
    let keys = 0;
    return anImport(linesIn(`${ANA}\nno\nbo@shop.example\n${ANA}`), () => `k${++keys}`);
  };
  /** Answers as the service does: the second line is refused, and the fourth repeats the first. */
  const answer = async ({ line }: ImportItem) => {
    if (line === 2) throw new ApiError(400, "recipient must be an email address");
    return { isNew: line !== 4 };
  };

  it("gives every line an outcome, and says which made nothing and why", async () => {
    const imports = openImports();
    expect([imports.begin(aRun()), imports.begin(aRun())]).toEqual([true, false]);
    await imports.work(answer);
    const run = imports.current();
    expect(run).toMatchObject({
      ...{ done: 4, state: "done" },
      refused: [{ line: 2, recipient: "no", reason: "recipient must be an email address" }],
      stood: [{ line: 4, recipient: ANA, reason: STOOD }],
    });
    expect(run && madeBy(run)).toBe(2);
  });

  it("goes on with the same line and key after an outage", async () => {
    const imports = openImports();
    imports.begin(aRun());
    const keys: string[] = [];
    await imports.work(async (item) => {
      keys.push(item.key);
      if (item.line === 3) throw new ApiError(503, "no");
      return answer(item);
    });
    expect(imports.current()).toMatchObject({ state: "paused", done: 2, problem: "no" });
    imports.resume();
    await imports.work(async (item) => {
      keys.push(item.key);
      return answer(item);
    });
    expect(keys).toEqual(["k1", "k2", "k3", "k3", "k4"]);
    expect(imports.current()).toMatchObject({ state: "done", done: 4 });
  });
});
