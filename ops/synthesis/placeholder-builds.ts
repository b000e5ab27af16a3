import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Bundler } from "../../lib/cloud/bundle.ts";

/** Takes esbuild's place where only templates are of interest. */
export const emptyBundle: Bundler = ({ name }, outDir) => {
  const directory = join(outDir, name);
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "index.mjs"), "");
  return { directory, mainFile: "index.mjs" };
};

/** The files of a panel's build, as it lays them out. */
export const SMALL_PANEL = {
  "index.html": '<script type="module" src="/assets/index-abc.js"></script>',
  "icon.svg": "<svg/>",
  "assets/index-abc.js": "export {};",
} as const;

/** Takes the place of the panel's build. */
export function smallPanel(folder: string): string {
  const panel = join(folder, "panel-build");
  for (const [name, content] of Object.entries(SMALL_PANEL)) {
    mkdirSync(dirname(join(panel, name)), { recursive: true });
    writeFileSync(join(panel, name), content);
  }
  return panel;
}

/** Context without a stack trace for every construct, which nobody reads here and which takes most of the time. */
export const QUICK = { "aws:cdk:disable-stack-trace": true } as const;
