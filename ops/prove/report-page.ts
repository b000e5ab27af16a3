import type { Left } from "./port.ts";
import { type Figure, leftOutOf, mustGo, type Report, type ReportedStep, type StepKind } from "./report.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#1c2430;background:#fff}
table{border-collapse:collapse;width:100%;margin:.5rem 0 2rem}
th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid #d8dde4}
td.number,th.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
td.seen{overflow-wrap:anywhere}
code{font-size:.9em;overflow-wrap:anywhere}
.ok,.proven,.cleaned{color:#0b6b3a}.failed{color:#b3261e;font-weight:600}.skipped,.interrupted{color:#6b5200}`;

const TITLES: Readonly<Record<StepKind, string>> = { make: "Made", check: "Checked", removal: "Taken down" };
const RESULTS = {
  proven: "Proven: every step went well, and nothing has to be removed by hand.",
  cleaned: "Cleaned: nothing has to be removed by hand. Nothing was checked.",
  failed: "Not proven: a step failed, or something is left.",
  interrupted: "Interrupted: what was checked until then is below.",
} as const;

/** Builds one page with everything in it. The page loads nothing, and every text in it is escaped. */
export function reportPage(report: Report): string {
  const { stage, ground, result, startedAt, endedAt, expectedDollars, steps, left } = report;
  const title = `Herald in ${ground}: ${result}`;
  const cost =
    expectedDollars === undefined ? "" : ` The plan expected $${expectedDollars.toFixed(2)} by the list prices.`;
  const kinds: readonly StepKind[] = ["make", "check", "removal"];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Herald in ${escaped(ground)}</h1>
<p class="${result}"><strong>${escaped(RESULTS[result])}</strong>${escaped(notChecked(steps))}</p>
<p>Stage <code>${escaped(stage)}</code>, from ${escaped(startedAt)} to ${escaped(endedAt)}.${escaped(cost)}</p>
${leftSection(left)}
${kinds.map((kind) => stepsSection(kind, steps)).join("\n")}
${figuresSection(steps)}
</body>
</html>
`;
}

function notChecked(steps: readonly ReportedStep[]): string {
  const leftOut = leftOutOf(steps);
  return leftOut.length === 0 ? "" : ` Not checked: ${leftOut.join("; ")}.`;
}

function stepsSection(kind: StepKind, steps: readonly ReportedStep[]): string {
  const own = steps.filter((step) => step.kind === kind);
  if (own.length === 0) return "";
  const rows = own.map(
    ({ name, result, seen, ms }) =>
      `<tr><td>${escaped(name)}</td><td class="${result}">${result}</td><td class="seen">${escaped(seen)}</td><td class="number">${seconds(ms)}</td></tr>`,
  );
  return `<h2>${TITLES[kind]}</h2>
<table><thead><tr><th>what</th><th>result</th><th>seen</th><th class="number">took</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table>`;
}

function figuresSection(steps: readonly ReportedStep[]): string {
  const rows = steps.flatMap(({ name, figures }) => figures.map((figure) => figureRow(name, figure)));
  if (rows.length === 0) return "";
  return `<h2>Figures</h2>
<table><thead><tr><th>step</th><th>what</th><th class="number">measured</th><th class="number">cost model</th><th class="number">factor</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table>`;
}

function figureRow(step: string, { name, unit, measured, model }: Figure): string {
  const factor = model === undefined || model === 0 ? "" : (measured / model).toFixed(2);
  return `<tr><td>${escaped(step)}</td><td>${escaped(`${unit} ${name}`)}</td><td class="number">${measured}</td><td class="number">${model ?? ""}</td><td class="number">${factor}</td></tr>`;
}

function leftSection(left: readonly Left[]): string {
  if (left.length === 0) return "<p>Nothing is left of it.</p>";
  const rows = left.map((one) => {
    const what = mustGo(one) ? one.what : `${one.what}, until ${one.endsAt ?? ""}`;
    return `<tr><td>${escaped(what)}</td><td>${one.command === "" ? "nothing to do" : `<code>${escaped(one.command)}</code>`}</td></tr>`;
  });
  return `<h2>Left</h2>
<table><thead><tr><th>what</th><th>the command that removes it</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table>`;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
