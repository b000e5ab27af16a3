import { defineConfig } from "vitest/config";

/** One project per kind of test; `npm test` runs all of them. Unit tests open no socket; system tests start the local stack. */
const KINDS = {
  unit: { testTimeout: 20_000 },
  contract: { testTimeout: 30_000 },
  integration: { testTimeout: 60_000 },
  infra: { testTimeout: 180_000, hookTimeout: 180_000 },
  system: { testTimeout: 60_000, hookTimeout: 60_000 },
} as const;

export default defineConfig({
  test: {
    expect: { requireAssertions: true },
    projects: Object.entries(KINDS).map(([name, limits]) => ({
      test: {
        name,
        include: [`test/${name}/**/*.test.ts`],
        expect: { requireAssertions: true },
        hookTimeout: 60_000,
        ...limits,
      },
    })),
  },
});
