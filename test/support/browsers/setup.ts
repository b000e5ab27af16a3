import chromium from "@sparticuz/chromium";
import type { TestProject } from "vitest/node";
import { type BrowserProgram, programAt } from "./browser-program.ts";
import { INSTALLED_PROJECT, installedBrowser } from "./installed-browser.ts";
import { packedBrowser } from "./packed-browser.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly browser: BrowserProgram & { readonly args: readonly string[] };
  }
}

/** Returns the package's arguments, which are for containers, without those that stop the browser from isolating pages. */
function packedArgs(): string[] {
  chromium.setGraphicsMode = false;
  return chromium.args.filter((arg) => arg !== "--single-process" && arg !== "--disable-web-security");
}

/** Only this project reports that the machine has no browser of its own. */
const PAGES_PROJECT = "panel-browser";

/** Runs before the files of a browser project, and finds the browser once for all workers. */
export async function setup(project: TestProject): Promise<void> {
  const installed = await installedBrowser();
  const isPacked = project.name !== INSTALLED_PROJECT;
  const program = isPacked ? await programAt(await packedBrowser()) : installed;
  if (program === undefined) throw new Error(`the browser of the tests "${project.name}" does not start`);
  project.provide("browser", { ...program, args: isPacked ? packedArgs() : [] });
  if (project.name === PAGES_PROJECT && installed === undefined)
    process.stdout.write(`No Chromium on PATH: the pages are opened in Chromium ${program.version} only.\n`);
}
