import { describe, expect, it } from "vitest";
import { ask } from "../../../../bin/command-line/ask.ts";
import { CdkError, deployArguments, differencesIn } from "../../../../bin/command-line/cdk.ts";
import { accountArguments, passedOn, synthesisArguments } from "../../../../bin/command-line/cdk-options.ts";
import { stepList } from "../../../../bin/command-line/steps.ts";

function output(isTTY = false) {
  const written: string[] = [];
  let nowMs = 0;
  const to = { isTTY, write: (text: string) => written.push(text) > 0 };
  return { written, steps: stepList(to, () => nowMs), pass: (ms: number) => (nowMs += ms) };
}

describe("a list of steps", () => {
  it("has a line for each that ended, with its time", () => {
    const { written, steps, pass } = output();
    steps.begin("reading");
    pass(1500);
    steps.begin("writing");
    pass(200);
    steps.end();
    steps.stop();
    expect(written).toEqual(["ok reading  1.5 s\n", "ok writing  0.2 s\n"]);
  });

  it("names the one that failed", () => {
    const { written, steps, pass } = output();
    steps.begin("reading");
    pass(300);
    steps.stop();
    expect(written).toEqual(["FAILED reading  0.3 s\n"]);
  });

  it("shows the running one at a terminal, in the place of its last line", () => {
    const { written, steps, pass } = output(true);
    steps.begin("reading");
    pass(1000);
    steps.end();
    steps.stop();
    expect(written).toEqual(["\r\u001b[2K…  reading  0.0 s", "\r\u001b[2Kok reading  1.0 s\n"]);
  });
});

describe("the arguments of the CDK's program", () => {
  it("asks nobody where there is no terminal", () => {
    expect(deployArguments(["x"], { hasTerminal: false })).toEqual([
      "deploy",
      "--all",
      "--require-approval",
      "never",
      "x",
    ]);
    expect(deployArguments(["x"], { hasTerminal: true })).toEqual(["deploy", "--all", "x"]);
    for (const said of [["--require-approval", "any-change"], ["--require-approval=any-change"]])
      expect(deployArguments(said, { hasTerminal: false })).toEqual(["deploy", "--all", ...said]);
  });

  it("is the account for both halves, the settings for the synthesis, and the rest as it is", () => {
    const given = { context: ["a=b", "c=d"], profile: "shop", region: "eu-west-1" };
    expect(accountArguments(given)).toEqual(["--profile", "shop", "--region", "eu-west-1"]);
    expect(synthesisArguments(given)).toEqual(["-c", "a=b", "-c", "c=d", "--profile", "shop", "--region", "eu-west-1"]);
    expect(passedOn(["HeraldService", "--", "--hotswap"])).toEqual(["HeraldService", "--hotswap"]);
  });
});

describe("a comparison with what is deployed", () => {
  it.each([0, 1, 3])("counts %i stacks as the CDK's program does", (count) => {
    expect(differencesIn(["Stack herald-data-dev", `✨ Number of stacks with differences: ${count}`])).toBe(count);
  });

  it("is no difference when the program failed: its lines say why", () => {
    const said = ["Stack herald-data-dev", "Unable to resolve AWS account to use."];
    expect(() => differencesIn(said)).toThrow(new CdkError(said));
    expect(() => differencesIn([])).toThrow("ended without a word");
  });
});

describe("a question before what cannot be undone", () => {
  const question = { text: "All of it goes.", agreed: "yes" };
  it("is not asked where it was answered before", async () => {
    await expect(ask({ ...question, isAgreed: true })).resolves.toBeUndefined();
  });

  it.skipIf(process.stdin.isTTY)("is a mistake where there is nobody to ask", async () => {
    await expect(ask({ ...question, isAgreed: false })).rejects.toThrow(
      "All of it goes.\nThere is no terminal to ask: say --yes",
    );
  });
});
