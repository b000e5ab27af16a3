import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { installedBrowser } from "./test/support/browsers/installed-browser.ts";
import { LongestFirst } from "./test/support/longest-first.ts";
import { projects } from "./test/support/projects.ts";

/** More than the two cores of the smallest machine that we test on: what takes long here mostly waits. The same for all, so that kinds overlap. */
const WORKERS = 3;
/** Every child of a test takes what another one has compiled, types stripped: a command starts in a third less processor time. Node checks each entry against its source. */
const ENVIRONMENT = { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/herald-compiled") };
const EXPECT = { requireAssertions: true, poll: { timeout: 180_000 } };

/**
 * `isolate: false` lets the files of a worker share what they import: most of a short file's time would go into importing it again.
 * So such a file leaves nothing behind, neither in `process.env` nor in a module's state.
 */
export default defineConfig({
  test: {
    expect: EXPECT,
    sequence: { sequencer: LongestFirst },
    maxWorkers: WORKERS,
    globalSetup: "test/support/shared-stacks.ts",
    projects: projects((await installedBrowser()) !== undefined).map(({ name, include, exclude, limits }) => ({
      test: {
        name,
        include: [...include],
        exclude: [...exclude],
        expect: EXPECT,
        env: ENVIRONMENT,
        hookTimeout: 400_000,
        maxWorkers: WORKERS,
        ...limits,
      },
    })),
  },
});
