import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { awsQuestions } from "../../../../../ops/doctor/aws-questions.ts";
import { awsAt } from "../../../../../ops/prove/aws/aws-at.ts";
import { AwsGround } from "../../../../../ops/prove/aws/aws-ground.ts";
import { measuredUsage } from "../../../../../ops/prove/aws/measured-usage.ts";
import { recorderConcurrency } from "../../../../../ops/prove/aws/recorder-concurrency.ts";
import { Journal } from "../../../../../ops/prove/journal.ts";
import { type Check, clean, prove } from "../../../../../ops/prove/prove.ts";
import { decide } from "../../../../../rehearsal/iam/evaluate.ts";
import { statementsIn } from "../../../../../rehearsal/iam/policy.ts";
import { aDeployedStage } from "../../../../support/a-deployed-stage.ts";
import { ProofAccount } from "../../../../support/a-proof-account.ts";

const ROOT = join(import.meta.dirname, "../../../../..");
const STAGE = "prove-a1";
const BESIDE = `herald-data-${STAGE}-ConfigTable-1-restored-20261127T050000Z`;
const CLEANING = "npx herald prove --clean";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "herald-prove-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const tools = (signal = new AbortController().signal) => ({
  say: () => {},
  now: Date.now,
  journal: new Journal(join(folder, "journal.json")),
  signal,
});

function groundOf(account: ProofAccount): AwsGround {
  return new AwsGround({
    stage: STAGE,
    account: "123456789012",
    aws: awsAt(account.aws, "eu-central-1"),
    buckets: account,
    deployed: aDeployedStage(),
    deploy: () => account.deploy(),
    restore: async () => {
      await account.at("restore");
      account.tables.set(BESIDE, "CREATING");
      return 1;
    },
    lookMs: 1,
  });
}

function checksOf(ground: AwsGround): readonly Check[] {
  const restore = (signal: AbortSignal) => ground.restore({ to: new Date(0), owner: "owner" }, signal);
  return [
    {
      name: "owner",
      longestMs: 60_000,
      run: async (signal) => {
        const { signIn, recorder, baseUrl } = await ground.access(signal);
        await recorder.received(signal);
        return { seen: `${await signIn("one", signal)} at ${baseUrl}` };
      },
    },
    {
      name: "restore",
      longestMs: 60_000,
      makes: ground.beside,
      run: async (signal) => ({ seen: String(await restore(signal)) }),
    },
  ];
}

function proofIn(account: ProofAccount) {
  const ground = groundOf(account);
  return { stage: STAGE, ground, checks: checksOf(ground), cleaning: CLEANING };
}

/** Names every change of the account, in order, once for each time that it happens. */
async function allPoints(): Promise<readonly string[]> {
  const account = new ProofAccount(STAGE);
  const points: string[] = [];
  account.at = async (point) => void points.push(point);
  await prove(proofIn(account), tools());
  return points;
}

describe("AwsGround", () => {
  it("makes a user pool and the stacks, and takes down all of it, the log groups that came back too", async () => {
    const account = new ProofAccount(STAGE);
    const report = await prove(proofIn(account), tools());
    expect(report.steps.filter(({ result }) => result !== "ok")).toEqual([]);
    expect([report.result, account.things]).toEqual(["proven", []]);
    expect(report.left).toEqual([
      {
        what: "the sealing key key-1, which is disabled and costs nothing",
        command: "",
        endsAt: "2026-12-23T04:26:40.000Z",
      },
    ]);
  });

  it("leaves nothing when any change of the account fails, or its process is killed there", async () => {
    const points = await allPoints();
    expect(points.length).toBeGreaterThan(8);
    for (const manner of ["fails", "is killed"] as const)
      for (const [index, point] of points.entries()) {
        const account = new ProofAccount(STAGE);
        const { promise: dead, resolve } = Promise.withResolvers<void>();
        let count = 0;
        account.at = async () => {
          if (count++ !== index) return;
          if (manner === "fails") throw new Error(`denied: ${point}`);
          resolve();
          await new Promise(() => {});
        };
        await Promise.race([prove(proofIn(account), tools()), dead]);
        account.at = async () => {};
        const { result } = await clean(proofIn(account), tools());
        expect([manner, point, result, account.things]).toEqual([manner, point, "cleaned", []]);
      }
  });

  it("needs exactly the policy of docs/prove.md, beside the rights of the deployment and of the restore", async () => {
    const account = new ProofAccount(STAGE);
    const ground = groundOf(account);
    await prove({ ...proofIn(account), ground, checks: [...checksOf(ground), measuring(account)] }, tools());
    await recorderConcurrency(awsQuestions(account.aws, "eu-central-1"), new AbortController().signal);
    const statements = statementsIn(policy(), "page");
    const used = new Set<string>();
    for (const { action, resource } of account.needs) {
      const context = { "aws:resourcetag/service": "herald" };
      const question = { caller: { role: "arn:aws:iam::123456789012:role/operator" }, action, resource, context };
      const { isAllowed } = decide(question, { identity: statements, resource: [] });
      expect([action, resource, isAllowed]).toEqual([action, resource, true]);
      used.add(action);
    }
    const own = statements.filter(({ name }) => !/\/(?:Deploy|ProveRestore|Restored)/.test(name));
    const granted = own.flatMap(({ actions }) => actions);
    // Tags are given at the creation of the pool.
    expect(granted.filter((action) => !used.has(action) && action !== "cognito-idp:TagResource")).toEqual([]);
  });

  it("tells of nothing that belongs to another stage", async () => {
    const account = new ProofAccount(STAGE);
    account.logGroups.add(`/aws/lambda/herald-service-${STAGE}2-Function`);
    account.tables.set(`herald-data-${STAGE}2-ConfigTable`, "ACTIVE");
    const report = await clean(proofIn(account), tools());
    expect(report.left).toEqual([]);
    expect(account.things).toHaveLength(2);
  });

  it("takes down nothing of a stage whose name begins with this one's and a dash", async () => {
    const account = new ProofAccount(STAGE);
    const other = new ProofAccount(`${STAGE}-2`);
    await other.deploy();
    other.tables.set(`herald-data-${STAGE}-2-ConfigTable-1-restored-20261127T050000Z`, "ACTIVE");
    other.objects.set(`herald-data-${STAGE}-dev-contentbucket-1`, 1);
    account.at = async (point) => {
      if (point === "deploy panel") account.logGroups.add(`/aws/vendedlogs/herald-service-${STAGE}/api`);
    };
    other.logGroups.add(`/aws/vendedlogs/herald-service-${STAGE}-2/api`);
    for (const name of other.logGroups) account.logGroups.add(name);
    for (const [name, state] of other.tables) account.tables.set(name, state);
    for (const [name, count] of other.objects) account.objects.set(name, count);
    const before = account.things;
    expect(before).toHaveLength(6);
    const report = await prove(proofIn(account), tools());
    expect([report.result, account.things]).toEqual(["proven", before]);
    expect(report.left.map(({ what }) => what)).toEqual([expect.stringContaining("the sealing key")]);
  });

  it("takes down no stage that no proof made, with --clean and without a journal", async () => {
    const account = new ProofAccount(STAGE);
    await account.deploy(false);
    account.tables.set(BESIDE, "ACTIVE");
    account.pools.set("eu-central-1_9", `herald-${STAGE}`);
    const before = [account.things, [...account.objects]];
    const report = await clean(proofIn(account), tools());
    expect([account.things, [...account.objects]]).toEqual(before);
    expect(report.result).toBe("failed");
    const seen = report.steps.map((step) => step.seen);
    expect(seen).toEqual([
      expect.stringContaining(`it lacks the tag herald:proof=${STAGE}, so nothing is removed`),
      expect.stringContaining(`it lacks the tag herald:proof=${STAGE}, so nothing is removed`),
      expect.stringContaining("no proof made the user pool eu-central-1_9"),
    ]);
    expect(report.left.map(({ command }) => command).join()).not.toMatch(/delete-(?:stack|user-pool)/);
  });

  it("empties no bucket that its template retains, and tells of it", async () => {
    const account = new ProofAccount(STAGE);
    account.bucketPolicy = "Retain";
    const report = await prove(proofIn(account), tools());
    const bucket = `herald-data-${STAGE}-contentbucket-1`;
    expect([...account.objects]).toEqual([[bucket, 3]]);
    expect(report.left.map(({ what }) => what)).toContain(`the bucket ${bucket}`);
    expect(report.result).toBe("failed");
  });

  it("does not suggest to clean a stage that is there and that no journal knows", async () => {
    const account = new ProofAccount(STAGE);
    await account.deploy(false);
    const before = account.things;
    const report = await prove(proofIn(account), tools());
    expect(report.steps.map(({ seen }) => seen)).toEqual([
      expect.stringContaining("(no proof made it) is there already, and no journal knows it: choose another stage"),
    ]);
    expect(account.things).toEqual(before);
  });

  it("deletes the public recorder first", async () => {
    const points = (await allPoints()).filter((point) => point.startsWith("delete "));
    expect(points).toEqual(["recorder", "panel", "service", "data"].map((part) => `delete herald-${part}-${STAGE}`));
  });

  it("goes on with the other stacks when one stays, but leaves data while the service is there", async () => {
    const staying = async (...parts: readonly string[]) => {
      const account = new ProofAccount(STAGE);
      account.at = async (point) => {
        if (parts.some((part) => point === `delete herald-${part}-${STAGE}`)) throw new Error(`denied: ${point}`);
      };
      const { steps } = await prove(proofIn(account), tools());
      const step = steps.find(({ kind, name }) => kind === "removal" && name === "stage");
      rmSync(join(folder, "journal.json"), { force: true });
      return [[...account.stacks.keys()], step?.seen];
    };
    const name = (part: string) => `herald-${part}-${STAGE}`;
    expect(await staying("panel")).toEqual([[name("panel")], `denied: delete ${name("panel")}`]);
    expect(await staying("recorder", "service")).toEqual([
      [name("data"), name("service"), name("recorder")],
      `denied: delete ${name("recorder")}; denied: delete ${name("service")}`,
    ]);
  });

  it("names the sealing key when a later process ends the take-down, whose data stack is gone", async () => {
    const account = new ProofAccount(STAGE);
    account.at = async (point) => {
      if (point === "DeleteLogGroup") throw new Error("denied");
    };
    expect((await prove(proofIn(account), tools())).result).toBe("failed");
    expect(account.stacks.size).toBe(0);
    account.at = async () => {};
    const { result, left } = await clean(proofIn(account), tools());
    expect([result, left.map(({ what }) => what)]).toEqual(["cleaned", [expect.stringContaining("key key-1")]]);
  });

  it("lists the system backups of the stage's tables, which end by themselves", async () => {
    const account = new ProofAccount(STAGE);
    const table = `herald-data-${STAGE}-ConfigTable-1`;
    account.at = async (point) => {
      if (point === `delete herald-data-${STAGE}`)
        account.backups.add(table).add(`herald-data-${STAGE}-2-ConfigTable-1`);
    };
    const { result, left } = await prove(proofIn(account), tools());
    const ofTables = left.filter(({ what }) => what.includes("backup"));
    const backup = { what: `DynamoDB's system backup of ${table}`, command: "", endsAt: "2027-01-15T08:00:00.000Z" };
    expect([result, ofTables]).toEqual(["proven", [backup]]);
  });

  it("waits until the backup reaches the moment", async () => {
    const account = new ProofAccount(STAGE);
    let tries = 0;
    const restore = async () => {
      tries += 1;
      if (tries < 3) throw new Error("T can be restored to a moment from a to b, and not to c");
      return 2;
    };
    const options = { stage: STAGE, account: "1", aws: awsAt(account.aws, "eu-central-1"), buckets: account };
    const ground = new AwsGround({
      ...options,
      deployed: aDeployedStage(),
      deploy: async () => {},
      restore,
      lookMs: 1,
    });
    const signal = new AbortController().signal;
    expect(await ground.restore({ to: new Date(0), owner: "owner" }, signal)).toBe(2);
    expect(tries).toBe(3);
  });
});

/** Reads the figures as the `AwsGround` does, without its pauses. */
const measuring = (account: ProofAccount): Check => ({
  name: "usage",
  longestMs: 60_000,
  run: async (signal) => {
    const aws = awsAt(account.aws, "eu-central-1");
    const options = { aws, resources: [], deployed: aDeployedStage(), firstLookMs: 1, lookMs: 1 };
    const resources = [{ ResourceType: "AWS::SQS::Queue", LogicalResourceId: "Q", PhysicalResourceId: "https://x/q" }];
    const { queueRequests } = await measuredUsage({ ...options, resources }, { fromMs: 0, toMs: 1 }, signal);
    return { seen: String(queueRequests) };
  },
});

function policy(): unknown {
  const [, text = ""] = /```json\n(\{\s*"Version": "2012-10-17".*?)```/s.exec(
    readFileSync(join(ROOT, "docs/prove.md"), "utf8"),
  ) ?? [""];
  return JSON.parse(text);
}
