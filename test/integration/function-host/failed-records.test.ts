import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const linesOf = (text: string) =>
  text
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));

describe("the local stack's background", () => {
  it("says why a record failed, once, and counts it, as the cloud's functions do", async () => {
    const script = resolve(import.meta.dirname, "break-background.ts");
    const run = promisify(execFile)(process.execPath, ["--disable-warning=ExperimentalWarning", script], {
      timeout: 180_000,
    });
    const { stdout, stderr } = await run;
    const lines = [...linesOf(stdout), ...linesOf(stderr)];
    expect(lines).toContainEqual({ answer: { batchItemFailures: [{ itemIdentifier: "message-1" }] } });
    // The schedules that run at the start fail too, which is not tested here.
    const errors = lines.filter(({ level, message }) => level === "ERROR" && message !== "schedule.failed");
    expect(errors).toEqual([
      expect.objectContaining({
        message: "queue.record_failed",
        function: "deliver-notification",
        messageId: "message-1",
        error: expect.objectContaining({ name: "AccessDeniedException", stack: expect.stringContaining(" at ") }),
      }),
    ]);
    const counts = lines.filter(({ failed_records: failed }) => failed !== undefined);
    expect(counts).toEqual([expect.objectContaining({ failed_records: 1, function: "deliver-notification" })]);
  });
});
