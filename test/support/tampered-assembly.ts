import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

interface Template {
  Resources: Record<string, { Type: string; Properties?: Record<string, unknown> }>;
}

/** A copy of an assembly that a test may change. Assets are links until the test changes them. */
export class TamperedAssembly {
  readonly folder: string;

  constructor(original: string, folder: string) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(original)) {
      const isAsset = name.startsWith("asset.") || name === "bundles";
      if (isAsset) symlinkSync(join(original, name), join(folder, name));
      else cpSync(join(original, name), join(folder, name));
    }
  }

  /** Changes the template of the stack whose name contains this text. */
  template(name: string, change: (resources: Template["Resources"]) => void): void {
    const file = readdirSync(this.folder).find((one) => one.includes(name) && one.endsWith(".template.json"));
    const path = join(this.folder, file ?? "");
    const template = JSON.parse(readFileSync(path, "utf8")) as Template;
    change(template.Resources);
    writeFileSync(path, JSON.stringify(template));
  }

  /** Changes the bundle of the asset with this display name. */
  bundle(displayName: string, change: (code: string) => string): void {
    const manifests = readdirSync(this.folder).filter((one) => one.endsWith(".assets.json"));
    const files = manifests.flatMap((one) =>
      Object.values((JSON.parse(readFileSync(join(this.folder, one), "utf8")) as Manifest).files),
    );
    const asset = files.find((one) => one.displayName === displayName);
    if (asset === undefined)
      throw new Error(`no asset is called ${displayName}: ${files.map((one) => one.displayName)}`);
    const path = join(this.folder, asset.source.path);
    const own = `${path}-changed`;
    cpSync(path, own, { recursive: true, dereference: true });
    const main = join(own, "index.mjs");
    const code = readFileSync(main, "utf8");
    const changed = change(code);
    if (changed === code) throw new Error(`nothing changed in ${displayName}`);
    writeFileSync(main, changed);
    for (const one of manifests) {
      const text = readFileSync(join(this.folder, one), "utf8");
      writeFileSync(
        join(this.folder, one),
        text.replaceAll(`"${asset.source.path}"`, `"${asset.source.path}-changed"`),
      );
    }
  }
}

interface Manifest {
  readonly files: Record<string, { displayName: string; source: { path: string } }>;
}
