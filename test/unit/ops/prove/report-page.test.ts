import { parse } from "parse5";
import { describe, expect, it } from "vitest";
import type { Report } from "../../../../ops/prove/report.ts";
import { reportPage } from "../../../../ops/prove/report-page.ts";

const step = {
  kind: "check",
  name: "load",
  result: "ok",
  seen: "900 mails",
  startedAt: "",
  ms: 1234,
  figures: [],
} as const;
const report = (given: Partial<Report> = {}): Report => ({
  version: 1,
  stage: "prove-a",
  ground: "the account 123456789012, eu-central-1",
  result: "proven",
  startedAt: "2026-11-27T05:00:00.000Z",
  endedAt: "2026-11-27T06:00:00.000Z",
  expectedDollars: 0.123,
  steps: [step],
  left: [],
  ...given,
});

describe("reportPage()", () => {
  it("shows steps, figures with their factor, the expected cost, and that nothing is left", () => {
    const figures = [{ name: "function calls", unit: "during the load", measured: 30, model: 20 }];
    const page = reportPage(report({ steps: [{ ...step, figures }] }));
    expect(page).toContain('<td>load</td><td class="ok">ok</td><td class="seen">900 mails</td>');
    expect(page).toContain('<td class="number">30</td><td class="number">20</td><td class="number">1.50</td>');
    expect(page).toContain("The plan expected $0.12");
    expect(page).toContain("Nothing is left of it.");
  });

  it("lists what is left with its command, and what ends by itself with its time", () => {
    const left = [
      { what: "the stack a", command: "aws cloudformation delete-stack --stack-name a" },
      { what: "the key k", command: "", endsAt: "2026-12-27T00:00:00.000Z" },
    ];
    const page = reportPage(report({ result: "failed", left }));
    expect(page).toContain("<code>aws cloudformation delete-stack --stack-name a</code>");
    expect(page).toContain("the key k, until 2026-12-27T00:00:00.000Z</td><td>nothing to do</td>");
  });

  it("names in its headline what was not checked, and does not call a cleaning proven", () => {
    const skipped = { ...step, name: "system tests", result: "skipped", seen: "they run with --tests" } as const;
    const page = reportPage(report({ steps: [step, skipped] }));
    expect(page).toContain("</strong> Not checked: system tests (they run with --tests).</p>");
    expect(reportPage(report())).not.toContain("Not checked");
    expect(reportPage(report({ result: "cleaned", steps: [] }))).toContain("Nothing was checked.");
  });

  it("escapes every text and loads nothing", () => {
    const evil = `</td><script>alert("x")</script>'&`;
    const figures = [{ name: evil, unit: evil, measured: 1 }];
    const page = reportPage(
      report({
        stage: evil,
        ground: evil,
        steps: [{ ...step, name: evil, seen: evil, figures }],
        left: [{ what: evil, command: evil }],
      }),
    );
    expect(page).not.toContain("<script");
    expect(page.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(7);
    expect(page).not.toMatch(/src=|href=|url\(|@import/);
    const problems: string[] = [];
    parse(page, { onParseError: ({ code }) => void problems.push(code) });
    expect(problems).toEqual([]);
  });
});
