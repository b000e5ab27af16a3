import { defineConfig } from "vitest/config";

/** Mutation tests run the pure unit tests only. */
export default defineConfig({
  test: { include: ["test/unit/**/*.test.ts"], expect: { requireAssertions: true } },
});
