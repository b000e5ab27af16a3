import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import type { Bundle, bundleFunction } from "../../lib/cloud/bundle.ts";
import { functions } from "../../lib/functions.ts";

const HERE = resolve(import.meta.dirname, "../..");
const bundler = z.object({
  bundleFunction: z.custom<typeof bundleFunction>((value) => typeof value === "function", "bundles nothing"),
});

export interface MeasuredBundle extends Bundle {
  readonly memoryMb: number;
}

export interface Tree {
  readonly name: string;
  readonly accept: MeasuredBundle;
  readonly deliver: MeasuredBundle;
}

/** Bundles the functions of this tree and of each in `HERALD_LAMBDA_BESIDE` (`name=folder`) as they are deployed. */
export async function bundledTrees(outDir: string): Promise<readonly Tree[]> {
  const beside = (process.env.HERALD_LAMBDA_BESIDE ?? "").split(",").filter(Boolean);
  return Promise.all([`this=${HERE}`, ...beside].map((entry) => bundledTree(entry, outDir)));
}

async function bundledTree(entry: string, outDir: string): Promise<Tree> {
  const [name = "", folder] = entry.split("=");
  if (folder === undefined) throw new Error(`HERALD_LAMBDA_BESIDE has ${entry} where name=folder belongs`);
  const loaded: unknown = await import(pathToFileURL(resolve(folder, "lib/cloud/bundle.ts")).href);
  const { bundleFunction } = bundler.parse(loaded);
  const bundleOf = (wanted: string): MeasuredBundle => {
    const definition = functions.find((one) => one.name === wanted);
    if (definition === undefined) throw new Error(`there is no function ${wanted}`);
    return { ...bundleFunction(definition, join(outDir, name)), memoryMb: definition.memoryMb };
  };
  return { name, accept: bundleOf("notifications"), deliver: bundleOf("deliver-notification") };
}
