import { defineConfig } from "vitest/config";

/** Tests of other parts than `shared`: they read files as they lie in the repository, where Stryker works on a broken copy. */
const BESIDE = "test/unit/{bin,client,docs,functions,lib,local,ops,panel,rehearsal}/**";

/** Mutation tests run the unit tests of `shared` only, and not the ones that run for a time of their own. */
export default defineConfig({
  test: {
    include: ["test/unit/**/*.test.ts"],
    exclude: ["**/fuzz.test.ts", "**/html-{fuzz,structure}.test.ts", BESIDE],
    isolate: false,
    expect: { requireAssertions: true },
    testTimeout: 60_000,
  },
});
