import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { GUIDES_ROOT } from "./guides-site.ts";
import { BUILD_TIMEOUT_MS, builtSite, ROOT } from "./site-build.ts";

const BUILD = join(ROOT, "docs/.vitepress/build.ts");

/**
 * Returns the folder that contains the guides below their path (`lib/guides-site.ts`). It builds them first if their
 * sources have changed.
 */
export const builtGuides = (): Promise<string> =>
  builtSite({
    folder: join(ROOT, "node_modules/.cache/herald-guides"),
    sources: ["docs", "lib/guides-site.ts", "package-lock.json"],
    build: (draft) =>
      promisify(execFile)(
        process.execPath,
        ["--disable-warning=ExperimentalWarning", BUILD, join(draft, GUIDES_ROOT)],
        { cwd: ROOT, timeout: BUILD_TIMEOUT_MS, env: { ...process.env, NODE_ENV: "production" } },
      ),
  });
