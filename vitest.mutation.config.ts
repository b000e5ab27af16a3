import { defineConfig } from "vitest/config";

/** These tests cover other parts than `shared` and read files of the repository, but Stryker works on a broken copy. */
const BESIDE = "test/unit/{bin,client,docs,functions,lib,local,ops,panel,rehearsal}/**";

/** Mutation tests run the unit tests of `shared` only, without those that run for a fixed time. */
export default defineConfig({
  test: {
    include: ["test/unit/**/*.test.ts"],
    exclude: ["**/fuzz.test.ts", "**/html-{fuzz,structure}.test.ts", BESIDE],
    isolate: false,
    expect: { requireAssertions: true },
    testTimeout: 60_000,
  },
});
