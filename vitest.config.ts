import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { installedBrowser } from "./test/support/browsers/installed-browser.ts";
import { LongestFirst } from "./test/support/longest-first.ts";
import { projects } from "./test/support/projects.ts";

/** The number exceeds the two cores of our smallest machine, because long tests mostly wait. All projects share it, so that they overlap. */
const WORKERS = 3;
/**
 * Every child of a test uses the compiled code that another one has cached, so a command starts in a third less processor time.
 * Node checks each entry against its source.
 */
const ENVIRONMENT = { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/herald-compiled") };
const EXPECT = { requireAssertions: true, poll: { timeout: 180_000 } };

/**
 * `isolate: false` lets the files of a worker share their imports, because importing them again would take most of a short file's time.
 * Such a file must leave nothing behind in `process.env` or in a module's state.
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
