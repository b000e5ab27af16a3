import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ERROR_CODES, ERROR_STATUS_OF } from "../../../../shared/edge/contract/refusal-status.ts";

const page = readFileSync(new URL("../../../../docs/errors.md", import.meta.url), "utf8");
/** A row looks like `| 400 | `invalid_request` | …`. */
const rows = [...page.matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)].map(([, status, code]) => [code, Number(status)]);

describe("the codes of errors (D49)", () => {
  it("are those of the guide, each under its status", () => {
    expect(new Set(rows.map((row) => row.join()))).toEqual(
      new Set(Object.entries(ERROR_STATUS_OF).map((one) => one.join())),
    );
    expect(rows).toHaveLength(Object.keys(ERROR_STATUS_OF).length);
  });

  it("are in snake case, and leave out what is plain text", () => {
    for (const code of ERROR_CODES) expect(code).toMatch(/^[a-z]+(?:_[a-z]+)*$/);
    expect(ERROR_CODES).not.toContain("rate_limited");
  });
});
