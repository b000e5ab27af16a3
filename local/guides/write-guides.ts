import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { guidesSite } from "./guides-site.ts";

/** Writes the guides, pages with `.html`, into a folder that is to be served below `GUIDES_ROOT`; removes those of an earlier run. */
export async function writeGuides(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, { type, text, bytes }] of await guidesSite()) {
    const file = join(folder, type.startsWith("text/html") ? `${path}.html` : path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes ?? text);
  }
}
