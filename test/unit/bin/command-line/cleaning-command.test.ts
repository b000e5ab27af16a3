import { describe, expect, it } from "vitest";
import { cleaningCommand, DEFAULT_FOLDER } from "../../../../bin/command-line/cleaning-command.ts";

describe("cleaningCommand()", () => {
  it("names the region, and the folder of the journal when it is not the default", () => {
    const given = { stage: "prove-a", region: "eu-west-1" };
    const plain = "AWS_REGION=eu-west-1 npx herald prove --stage prove-a --clean";
    expect(cleaningCommand({ ...given, folder: DEFAULT_FOLDER })).toBe(plain);
    expect(cleaningCommand({ ...given, folder: "/tmp/x" })).toBe(`${plain} --report /tmp/x`);
    expect(cleaningCommand({ ...given, folder: "my reports" })).toBe(`${plain} --report 'my reports'`);
    expect(cleaningCommand({ ...given, folder: "it's" })).toBe(`${plain} --report 'it'\\''s'`);
  });
});
