import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Bundler } from "../../lib/cloud/bundle.ts";

/** Replaces esbuild where only the templates matter. */
export const emptyBundle: Bundler = ({ name }, outDir) => {
  const directory = join(outDir, name);
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "index.mjs"), "");
  return { directory, mainFile: "index.mjs" };
};

/** These files have the layout of a panel's build. */
export const SMALL_PANEL = {
  "index.html": '<script type="module" src="/assets/index-abc.js"></script>',
  "icon.svg": "<svg/>",
  "assets/index-abc.js": "export {};",
} as const;

/** Writes a placeholder for the panel's build and returns its folder. */
export function smallPanel(folder: string): string {
  const panel = join(folder, "panel-build");
  for (const [name, content] of Object.entries(SMALL_PANEL)) {
    mkdirSync(dirname(join(panel, name)), { recursive: true });
    writeFileSync(join(panel, name), content);
  }
  return panel;
}

/** Omits the stack trace of every construct, which takes most of the time and is not read here. */
export const QUICK = { "aws:cdk:disable-stack-trace": true } as const;
