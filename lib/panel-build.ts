import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { BUILD_TIMEOUT_MS, builtSite, ROOT } from "./site-build.ts";

const PANEL = join(ROOT, "panel");
const VITE = join(ROOT, "node_modules/vite/bin/vite.js");

/** Returns the folder of the panel's build. It builds first if the sources have changed. */
export const builtPanel = (onBuild?: () => void): Promise<string> =>
  builtSite({
    onBuild,
    folder: join(PANEL, "dist"),
    sources: [
      "panel/index.html",
      "panel/vite.config.ts",
      "panel/src",
      "panel/public",
      // The panel offers these example templates to people who begin a template.
      "examples/email-templates",
      "package-lock.json",
    ],
    build: (draft) =>
      promisify(execFile)(
        process.execPath,
        [VITE, "build", PANEL, "--outDir", draft, "--emptyOutDir", "--logLevel", "error"],
        // With any other `NODE_ENV`, for example in a test run, the bundle would contain the development builds of
        // libraries.
        { cwd: ROOT, timeout: BUILD_TIMEOUT_MS, env: { ...process.env, NODE_ENV: "production" } },
      ),
  });
