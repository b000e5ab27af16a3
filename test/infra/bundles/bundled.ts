import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Bundle, type BundledFunction, bundleFunction } from "../../../lib/cloud/bundle.ts";

/** This folder contains every bundle that the checks read or start. */
export const folder = mkdtempSync(join(tmpdir(), "herald-bundles-"));
const bundles = new Map<string, Bundle>();

/** Bundles a function once for all checks, because bundling takes seconds. */
export function bundleOf(definition: BundledFunction): Bundle {
  const bundle = bundles.get(definition.name) ?? bundleFunction(definition, folder);
  bundles.set(definition.name, bundle);
  return bundle;
}

export const removeBundles = (): void => rmSync(folder, { recursive: true, force: true });
