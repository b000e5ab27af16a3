import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "./report.ts";
import { reportPage } from "./report-page.ts";

export interface KeptReport {
  readonly html: string;
  readonly json: string;
}

/** Writes both files of a report and returns their paths. Each is written whole and by a rename. */
export function keepReport(report: Report, folder: string): KeptReport {
  mkdirSync(folder, { recursive: true });
  const name = `${report.stage}-${report.startedAt.replaceAll(/[-:]|\.\d+/g, "")}`;
  const write = (ending: string, text: string): string => {
    const path = join(folder, `${name}.${ending}`);
    writeFileSync(`${path}.new`, text, { mode: 0o600 });
    renameSync(`${path}.new`, path);
    return path;
  };
  return { html: write("html", reportPage(report)), json: write("json", `${JSON.stringify(report, null, 2)}\n`) };
}
