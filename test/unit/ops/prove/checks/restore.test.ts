import { describe, expect, it } from "vitest";
import { restoresItem } from "../../../../../ops/prove/checks/restore.ts";
import { aProving } from "../../../../support/a-proving.ts";

const never = new AbortController().signal;

describe("restoresItem()", () => {
  it("sees a deleted template come back", async () => {
    const proving = aProving();
    expect((await restoresItem(proving, never)).seen).toBe("a deleted template is back, 1 items were copied back");
    expect(proving.asked).toEqual([
      "POST /api/v1/templates",
      "DELETE /api/v1/templates/t1",
      "GET /api/v1/templates/t1",
      "GET /api/v1/templates/t1",
    ]);
  });

  it("fails when it does not come back", async () => {
    await expect(restoresItem(aProving({ restores: false }), never)).rejects.toThrow("answered 404");
  });
});
