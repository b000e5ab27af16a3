import { defineConfig } from "vitest/config";

/** Mutation tests run the pure unit tests only, and not the ones that run for a time of their own. */
export default defineConfig({
  test: {
    include: ["test/unit/**/*.test.ts"],
    exclude: ["**/fuzz.test.ts"],
    isolate: false,
    expect: { requireAssertions: true },
    testTimeout: 60_000,
  },
});
