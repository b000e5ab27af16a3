import { defineConfig } from "vitest/config";
import { INSTALLED_PROJECT, installedBrowser } from "./test/support/browsers/installed-browser.ts";
import { LongestFirst } from "./test/support/longest-first.ts";

/**
 * One project per kind of test; `npm test` runs all of them. Unit tests open no socket; system tests start the local stack.
 *
 * `isolate: false` lets the files of a worker share what they import: most of a short file's time would go into importing it again.
 * So such a file leaves nothing behind, neither in `process.env` nor in a module's state.
 */
const KINDS = {
  unit: { testTimeout: 20_000, isolate: false },
  contract: { testTimeout: 30_000, isolate: false },
  integration: { testTimeout: 60_000, isolate: false },
  infra: { testTimeout: 180_000, hookTimeout: 180_000 },
  system: { testTimeout: 120_000, hookTimeout: 120_000 },
  browser: { testTimeout: 120_000, hookTimeout: 120_000, globalSetup: "test/support/browsers/setup.ts" },
} as const;

/** The browser tests run in the package's own Chromium everywhere, and once more in the newest one that the machine has. */
const AGAIN = (await installedBrowser()) === undefined ? {} : { [INSTALLED_PROJECT]: KINDS.browser };
const PROJECTS = { ...KINDS, ...AGAIN };

/** More than the two cores of the smallest machine that we test on: what takes long here mostly waits. The same for all, so that kinds overlap. */
const WORKERS = 3;

export default defineConfig({
  test: {
    expect: { requireAssertions: true, poll: { timeout: 10_000 } },
    sequence: { sequencer: LongestFirst },
    maxWorkers: WORKERS,
    projects: Object.entries(PROJECTS).map(([name, limits]) => ({
      test: {
        name,
        include: [`test/${name === INSTALLED_PROJECT ? "browser" : name}/**/*.test.ts`],
        expect: { requireAssertions: true, poll: { timeout: 10_000 } },
        hookTimeout: 60_000,
        maxWorkers: WORKERS,
        ...limits,
      },
    })),
  },
});
