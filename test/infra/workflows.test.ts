import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { parserProblems } from "./workflows/github-parser.ts";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(ROOT, ".github/workflows");
const files = readdirSync(FOLDER);
const textOf = (name: string): string => readFileSync(join(FOLDER, name), "utf8");

const permissions = z.record(z.string(), z.string());
const step = z.strictObject({
  name: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  if: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
  with: z.record(z.string(), z.unknown()).optional(),
});
const job = z.looseObject({
  permissions: permissions.optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  steps: z.array(step).default([]),
  "timeout-minutes": z.number().optional(),
  environment: z.string().optional(),
  concurrency: z.looseObject({ "cancel-in-progress": z.boolean() }).optional(),
});
const workflow = z.looseObject({ permissions, jobs: z.record(z.string(), job) });
const read = (name: string) => workflow.parse(parse(textOf(name)));
const jobsOf = (name: string) => Object.values(read(name).jobs);
const stepsOf = (name: string) => jobsOf(name).flatMap(({ steps }) => steps);

/**
 * GitHub may sign a token only for these jobs, each named by its file: AWS grants rights to one, and npm accepts a
 * package from the other.
 */
const SIGNED: Readonly<Record<string, string>> = { "deploy.yml": "deploy", "publish-client.yml": "publish" };

/** Returns mistakes in a workflow that GitHub would run without a warning. */
function dangers(file: string, content: string): string[] {
  const { permissions: all, jobs } = workflow.parse(parse(content));
  const steps = Object.values(jobs).flatMap((one) => one.steps);
  const jobRights = Object.entries(jobs).flatMap(([name, { permissions: its = {} }]) =>
    Object.entries(its).filter(([right]) => right !== "id-token" || name !== SIGNED[file]),
  );
  const rights = [...Object.entries(all), ...jobRights];
  const used = [...steps, ...Object.values(jobs)].flatMap(({ uses }) => uses ?? []);
  return [
    ...rights.filter(([, right]) => right === "write").map(([name]) => `may write ${name}`),
    ...used
      .filter((one) => !/^(?:[\w-]+\/[\w-]+@[0-9a-f]{40}|\.\/\.github\/\S+)$/.test(one))
      .map((one) => `${one} is not pinned`),
    ...steps
      .filter(({ run = "" }) => run.includes("${{"))
      .map(({ run }) => `puts what others write into a shell: ${run}`),
    ...(/aws-access-key-id|aws-secret-access-key|AKIA[0-9A-Z]{16}/i.test(content) ? ["has a long-lived key"] : []),
    ...(content.includes("pull_request_target") ? ["runs strangers' code with rights"] : []),
    ...steps
      .filter((one) => one.uses?.startsWith("actions/checkout@") && one.with?.["persist-credentials"] !== false)
      .map(() => "leaves the token in the checkout"),
  ];
}

describe.each(files)("the workflow %s", (name) => {
  it("is one that GitHub runs", () => {
    expect(parserProblems(name, textOf(name))).toEqual([]);
  });

  it("has the least rights, pinned actions with their version beside them, no long-lived key, and an end", () => {
    expect(dangers(name, textOf(name))).toEqual([]);
    const remote = textOf(name)
      .split("\n")
      .filter((line) => /uses: [^.]/.test(line));
    expect(remote.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
    expect(remote.length).toBeGreaterThan(0);
    const own = jobsOf(name).filter(({ uses }) => uses === undefined);
    expect(own.filter((one) => one["timeout-minutes"] === undefined)).toEqual([]);
  });

  it("names commands that the project has", () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")));
    const runs = stepsOf(name).flatMap(({ run }) => run ?? []);
    const named = runs.flatMap((run) =>
      [...run.matchAll(/npm run (?:--\S+ )*(\S+)/g)].map(([, script = ""]) => script),
    );
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
    for (const run of runs.filter((one) => one.startsWith(".")))
      expect(readFileSync(join(ROOT, run), "utf8")).not.toBe("");
    expect(runs).not.toEqual([]);
  });
});

describe("the workflow that deploys", () => {
  const [checks, deploy] = jobsOf("deploy.yml");

  it("lets nothing past the checks that every change passes", () => {
    expect(checks?.uses).toBe("./.github/workflows/ci.yml");
    expect(deploy?.needs).toBe("checks");
    expect(stepsOf("ci.yml").map(({ run }) => run)).toContain(".ci/run");
  });

  it("takes its role by a token of the stage's environment, one deployment of a stage at a time", () => {
    const stage = `\${{ inputs.stage || vars.HERALD_STAGE }}`;
    expect(deploy).toMatchObject({
      environment: stage,
      permissions: { contents: "read", "id-token": "write" },
      concurrency: { group: `deploy-${stage}`, "cancel-in-progress": false },
    });
    expect(checks?.permissions).toEqual({ contents: "read" });
    expect(read("deploy.yml").permissions).toEqual({});
  });

  it("checks for each stage in a group of its own, so that no stage's run puts another's off", () => {
    const { concurrency } = z.object({ concurrency: z.object({ group: z.string() }) }).parse(parse(textOf("ci.yml")));
    expect(concurrency.group).toContain(`\${{ inputs.stage }}`);
    expect(checks?.with).toEqual({ stage: `\${{ inputs.stage || vars.HERALD_STAGE }}` });
  });

  it("installs before it has credentials, shows the difference, deploys, looks, and sends a mail, in this order", () => {
    const order = stepsOf("deploy.yml").flatMap(({ run, uses = "" }) => {
      if (uses.startsWith("aws-actions/")) return ["credentials"];
      return (
        /^npm (?:run (\S+)|(ci))/
          .exec(run ?? "")
          ?.slice(1)
          .filter(Boolean) ?? []
      );
    });
    expect(order).toEqual(["ci", "credentials", "diff", "deploy", "doctor", "smoke"]);
  });

  it("changes nothing when only the difference is asked for", () => {
    const changing = stepsOf("deploy.yml").filter(({ run }) => /npm run (?:deploy|smoke)/.test(run ?? ""));
    expect(changing).toHaveLength(2);
    for (const { if: when } of changing) expect(when).toContain("!inputs.only_diff");
  });
});

describe("the workflow that publishes the client", () => {
  const [checks, publish] = jobsOf("publish-client.yml");
  const { on } = z.looseObject({ on: z.unknown() }).parse(parse(textOf("publish-client.yml")));

  it("publishes what passed every check, of a tag alone, with provenance and without a key", () => {
    expect(on).toEqual({ push: { tags: ["client-v*"] } });
    expect([checks?.uses, publish?.needs]).toEqual(["./.github/workflows/ci.yml", "checks"]);
    expect(publish).toMatchObject({ environment: "npm", permissions: { contents: "read", "id-token": "write" } });
    expect(stepsOf("publish-client.yml").at(-1)?.run).toBe(
      "npm publish --workspace client --access public --provenance",
    );
    expect(textOf("publish-client.yml")).not.toMatch(/secrets\.|NODE_AUTH_TOKEN/);
  });

  it("publishes nothing before its owner says so", () => {
    const {
      private: isPrivate,
      publishConfig,
      name,
    } = JSON.parse(readFileSync(join(ROOT, "client/package.json"), "utf8"));
    expect({ isPrivate, publishConfig }).toEqual({
      isPrivate: true,
      publishConfig: { access: "public", provenance: true },
    });
    expect(name).toBe("@herald/client");
  });
});

describe("the check of workflows", () => {
  const sound = textOf("deploy.yml");
  it.each([
    ["an expression that is none", "inputs.only_diff &&", "inputs.only_diff & &", "Unexpected symbol"],
    ["a right that there is not", "id-token: write", "id-tokn: write", "Unexpected value 'id-tokn'"],
    ["a key that there is not", "runs-on:", "run-on:", "run-on"],
  ])("finds %s", (_name, text, instead, message) => {
    expect(sound).toContain(text);
    expect(parserProblems("x.yml", sound.replace(text, instead)).join()).toContain(message);
  });

  it.each([
    ["contents: read", "contents: write", "may write contents"],
    [/setup-node@\w+/, "setup-node@v7", "actions/setup-node@v7 is not pinned"],
    ['--stage "$STAGE"', `--stage \${{ inputs.stage }}`, "puts what others write into a shell"],
    ["role-to-assume:", "aws-secret-access-key:", "has a long-lived key"],
    ["push:", "pull_request_target:", "runs strangers' code with rights"],
    ["persist-credentials: false", "persist-credentials: true", "leaves the token in the checkout"],
  ])("finds %s turned into %s", (text, instead, message) => {
    expect(dangers("deploy.yml", sound.replace(text, instead)).join()).toContain(message);
  });

  it("finds a signed token in any other job than that which deploys, and in another workflow", () => {
    const inChecks = sound.replace("contents: read\n    uses:", "id-token: write\n    uses:");
    const everywhere = sound.replace("permissions: {}", "permissions:\n  id-token: write");
    for (const spoilt of [inChecks, everywhere]) {
      expect(spoilt).not.toBe(sound);
      expect(dangers("deploy.yml", spoilt)).toEqual(["may write id-token"]);
    }
    expect(dangers("ci.yml", sound)).toEqual(["may write id-token"]);
  });
});
