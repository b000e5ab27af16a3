import { describe, expect, it } from "vitest";
import { stageArguments } from "../../../lib/cloud/stage-arguments.ts";

const cdkOf = (args: readonly string[], hasTerminal: boolean) => stageArguments(args, { hasTerminal })?.cdk;

describe("stageArguments()", () => {
  it("deploys without a question where there is no terminal to answer it at", () => {
    expect(cdkOf(["deploy", "--stage", "prod"], false)).toEqual([
      ...["deploy", "--all", "-c", "stage=prod", "--require-approval", "never"],
    ]);
    expect(cdkOf(["deploy"], true)).toEqual(["deploy", "--all"]);
    expect(cdkOf(["diff"], false)).toEqual(["diff"]);
  });

  it.each([["--require-approval", "broadening"], ["--require-approval=any-change"]])(
    "leaves the operator's own answer as it is: %s",
    (...answer) => {
      expect(cdkOf(["deploy", ...answer], false)).toEqual(["deploy", "--all", ...answer]);
    },
  );

  it("keeps the stage and a second -- for itself, and passes on the rest", () => {
    for (const named of [["--stage", "dev"], ["--stage=dev"]]) {
      expect(stageArguments(["synth", ...named, "--", "--strict"], { hasTerminal: true })).toEqual({
        stage: "dev",
        cdk: ["synth", "--quiet", "-c", "stage=dev", "--strict"],
      });
    }
  });

  it("deploys a pipeline's rights by an app of their own", () => {
    const pipeline = cdkOf(["pipeline", "--stage", "prod"], true) ?? [];
    expect(pipeline).toEqual([
      "deploy",
      "--all",
      "--app",
      expect.stringMatching(/ bin\/pipeline\.ts$/),
      "-c",
      "stage=prod",
    ]);
  });

  it("knows no other command", () => {
    expect(stageArguments(["burn"], { hasTerminal: true })).toBeUndefined();
  });
});
