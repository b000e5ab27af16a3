import { expect, it } from "vitest";
import { fromHere } from "../../../../bin/command-line/synthesised.ts";

it.each([
  [
    ["-o", "out", "-c", "a=b"],
    ["-o", "/here/out", "-c", "a=b"],
  ],
  [
    ["--output", "/there/out"],
    ["--output", "/there/out"],
  ],
  [["--output=out"], ["--output=/here/out"]],
  [
    ["-c", "out", "--quiet"],
    ["-c", "out", "--quiet"],
  ],
])("writes into the folder that is named from the working directory: %j", (given, passed) => {
  expect(fromHere(given, "/here")).toEqual(passed);
});
