import { describe, expect, it, onTestFinished } from "vitest";
import { aLostTable, type LostTableCloud, READER_ROLE, realName } from "../../support/a-lost-table.ts";

const NAME = realName("Notifications");
const ARN = `arn:aws:dynamodb:us-east-1:123456789012:table/${NAME}`;
const ALL_STEPS = ["table", "stream", "protection", "recovery", "expiry", "tags", "grant", "mapping", "old mapping"];
/** `--dry-run` also names the steps that only wait. */
const SHOWN = ["table", "readiness", "stream", "protection", "recovery", "expiry", "tags", "mapping"];
const CHANGES = /^(?:Create|Restore|Update|Delete|Tag)/;

async function started(options?: Parameters<typeof aLostTable>[0]): Promise<LostTableCloud> {
  const cloud = await aLostTable(options);
  onTestFinished(() => cloud.close());
  return cloud;
}

/** Loses the table of notifications with one item in it. */
async function lost(options?: Parameters<typeof aLostTable>[0]): Promise<LostTableCloud> {
  const cloud = await started(options);
  const Item = { pk: { S: "owner" }, sk: { S: "N#1" }, status: { S: "sent" } };
  await cloud.ask("PutItem", { TableName: NAME, Item });
  await cloud.lose("Notifications");
  return cloud;
}

const run = (cloud: LostTableCloud, ...args: string[]) =>
  cloud.run(["Notifications", "--environment", cloud.environment, ...args]);
const changesOf = ({ asked }: LostTableCloud): string[] => asked.filter((one) => CHANGES.test(one));
const isThere = (cloud: LostTableCloud): Promise<boolean> =>
  cloud.ask("DescribeTable", { TableName: NAME }).then(
    () => true,
    () => false,
  );

describe("herald restore-table", () => {
  it("says with --help how it is used", async () => {
    const cloud = await started();
    const { code, out, err } = await cloud.run(["--help"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^Usage: herald restore-table \[options\] <table>/);
    for (const option of ["--stage", "--environment", "--backup", "--wait", "--dry-run", "--yes", "--json"])
      expect(out).toContain(option);
    expect(cloud.asked).toEqual([]);
  });

  it.each<[string, readonly string[], RegExp]>([
    ["a table that is none", ["notifications", "--environment", "x"], /It must be one of Config, ApiKeys, Not/],
    ["no table", [], /missing required argument 'table'/],
    ["no stage", ["Config"], /--stage or --environment must name a deployed stack/],
    ["two stages", ["Config", "--stage", "prod", "--environment", "x"], /cannot be used with/],
    ["a backup that is no ARN", ["Config", "--environment", "x", "--backup", "newest"], /ARN of a DynamoDB backup/],
    ["a wait that is no number", ["Config", "--environment", "x", "--wait", "long"], /whole number, 1 to 1440/],
  ])("refuses %s and asks nobody", async (_what, args, message) => {
    const cloud = await started();
    const { code, out, err } = await cloud.run([...args, "--json"]);
    expect([code, JSON.parse(out)]).toEqual([2, { error: expect.stringMatching(message), exit_code: 2 }]);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/^\s+at /m);
    expect(cloud.asked).toEqual([]);
  });

  it("says what is missing, and does nothing without a terminal to ask", async () => {
    const cloud = await lost();
    const { code, out, err } = await run(cloud);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(`${NAME} lacks this, and gets it from the backup of 2`);
    expect(err).toMatch(/^ {2}restore the table with its items\n {2}wait until it is ready/m);
    expect(err).toContain("There is no terminal to ask: say --yes to do it. Nothing was done");
    expect(changesOf(cloud)).toEqual([]);
  });

  it("asks a person first, and does nothing for another answer than yes", async () => {
    const cloud = await lost();
    const args = ["Notifications", "--environment", cloud.environment];
    const refused = await cloud.run(args, { typed: "y" });
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).toMatch(/restore the table with its items[\s\S]*Type "yes" to go on: nothing was done\n$/);
    expect([changesOf(cloud), await isThere(cloud)]).toEqual([[], false]);
    const agreed = await cloud.run(args, { typed: "yes" });
    expect([agreed.code, JSON.parse(agreed.out).did]).toEqual([0, ALL_STEPS]);
    expect(await isThere(cloud)).toBe(true);
  });

  it("--dry-run prints what is missing for a program, and changes nothing", async () => {
    const cloud = await lost();
    const { code, out, err } = await run(cloud, "--dry-run", "--json");
    expect([code, JSON.parse(out)]).toEqual([
      0,
      {
        ...{ table: "Notifications", name: NAME, did: [], stillReading: [], missing: expect.arrayContaining(SHOWN) },
        ...{ backup: expect.stringContaining(`${ARN}/backup/`), backupAt: expect.stringMatching(/^20.*Z$/) },
      },
    ]);
    expect(err).toContain("as with those of the old one");
    expect([changesOf(cloud), await isThere(cloud)]).toEqual([[], false]);
  });

  it("--yes restores the table with everything around it, says each step, and prints one line", async () => {
    const cloud = await lost();
    const { code, out, err } = await run(cloud, "--yes");
    const printed = JSON.parse(out);
    expect([code, printed]).toMatchObject([0, { table: "Notifications", name: NAME, did: ALL_STEPS, missing: [] }]);
    expect(err).not.toContain("Type");
    expect(err).toMatch(
      /^restore the table with its items\n(?:.*\n)*let herald-service-prod-Announce\w* read the new/m,
    );
    expect(err).toMatch(/^erase once more every owner who was erased after 20/m);
    expect(err).toMatch(/^the stack still names the earlier stream/m);
    const { Items } = (await cloud.ask("Scan", { TableName: NAME })) as { Items: object[] };
    expect(Items).toEqual([{ pk: { S: "owner" }, sk: { S: "N#1" }, status: { S: "sent" } }]);
    const { Table } = (await cloud.ask("DescribeTable", { TableName: NAME })) as { Table: object };
    expect(Table).toMatchObject({ DeletionProtectionEnabled: true, LatestStreamArn: printed.stream });
    const policy = cloud.account.inlinePolicy(
      `arn:aws:iam::123456789012:role/${READER_ROLE}`,
      "RestoredStreams-Notifications",
    );
    expect(policy).toMatchObject({ Statement: [{ Resource: [printed.stream] }] });
    expect(cloud.mappings.list().map(({ properties }) => properties)).toEqual([
      expect.objectContaining({ EventSourceArn: printed.stream, BatchSize: 100, MaximumRetryAttempts: 1000 }),
    ]);
  });

  it("goes on after an interruption and takes only the missing steps", async () => {
    const cloud = await lost();
    const args = ["Notifications", "--environment", cloud.environment, "--yes"];
    const interrupted = await cloud.run(args, { interruptAt: "UpdateContinuousBackups" });
    // A shell reports this as 130.
    expect(interrupted).toMatchObject({ signal: "SIGINT", out: "" });
    const before = cloud.asked.filter((one) => one === "RestoreTableFromBackup").length;
    const second = await cloud.run(args);
    const did: string[] = JSON.parse(second.out).did;
    expect([second.code, before, did.includes("mapping")]).toEqual([0, 1, true]);
    expect(ALL_STEPS.filter((step) => !did.includes(step)).slice(0, 3)).toEqual(["table", "stream", "protection"]);
    expect(cloud.asked.filter((one) => one === "RestoreTableFromBackup")).toHaveLength(1);
    const third = await cloud.run(args);
    expect([third.code, third.out]).toEqual([1, ""]);
    expect(third.err).toBe(`${NAME} exists and lacks nothing; for items that are missing in it: npx herald restore\n`);
  });

  it("finds nothing missing in a table that is there", async () => {
    const cloud = await started();
    const dry = await run(cloud, "--dry-run");
    expect([dry.code, JSON.parse(dry.out)]).toMatchObject([0, { did: [], missing: [], stillReading: [] }]);
    const { code, err } = await run(cloud, "--yes");
    expect(code).toBe(1);
    expect(err).toContain("exists and lacks nothing");
    expect(changesOf(cloud)).toEqual([]);
  });

  it("lets the old mapping read on, names it, and removes it later", async () => {
    const cloud = await lost();
    cloud.mappings.drain(false);
    const first = await run(cloud, "--yes");
    expect([first.code, JSON.parse(first.out)]).toMatchObject([
      0,
      { did: ALL_STEPS.slice(0, -1), stillReading: ["old"] },
    ]);
    expect(first.err).toContain("the mapping old stays, because it may still read changes from before the deletion");
    const early = await run(cloud, "--yes");
    expect([early.code, JSON.parse(early.out)]).toMatchObject([0, { did: [], stillReading: ["old"] }]);
    cloud.mappings.drain(true);
    const later = await run(cloud, "--yes");
    expect([later.code, JSON.parse(later.out).did]).toEqual([0, ["old mapping"]]);
    expect(cloud.mappings.list().map(({ id }) => id)).not.toContain("old");
  });

  it("does everything else and fails if no mapping is left whose settings it could copy", async () => {
    const cloud = await lost();
    cloud.mappings.remove("old");
    const { code, out, err } = await run(cloud, "--yes");
    expect([code, JSON.parse(out).did]).toEqual([1, ALL_STEPS.slice(0, 6)]);
    expect(err).toMatch(/nothing reads the table's changes\. Create one by hand/);
  });

  it("refuses a backup that the table does not have, and one for a table that is there", async () => {
    const cloud = await lost();
    const missing = await run(cloud, "--yes", "--backup", `${ARN}/backup/none`);
    expect([missing.code, missing.err]).toEqual([1, `${ARN}/backup/none is no usable backup of ${NAME}\n`]);
    const given = `${ARN.replace("Notifications", "Chat")}/backup/none`;
    const there = await cloud.run(["Chat", "--environment", cloud.environment, "--yes", "--backup", given]);
    expect([there.code, there.err]).toMatchObject([1, expect.stringContaining("is still there")]);
    expect(changesOf(cloud)).toEqual([]);
  });

  it("brings a table without backups back empty", async () => {
    const cloud = await started();
    await cloud.lose("Ephemeral");
    const { code, out } = await cloud.run(["Ephemeral", "--environment", cloud.environment, "--yes", "--json"]);
    expect([code, JSON.parse(out)]).toMatchObject([0, { table: "Ephemeral", did: ["table", "expiry", "tags"] }]);
    expect(JSON.parse(out).backup).toBeUndefined();
  });

  it("says which right is missing, for a program too", async () => {
    const document = { Statement: [{ Effect: "Allow", Action: "dynamodb:Describe*", Resource: "*" }] };
    const cloud = await lost({ policy: document });
    const { code, out, err } = await run(cloud, "--yes", "--json");
    expect([code, JSON.parse(out)]).toEqual([1, { error: err.trimEnd(), exit_code: 1 }]);
    expect(err).toMatch(/is not authorized to perform: dynamodb:ListTagsOfResource on resource: arn:aws:dynamodb:/);
    expect(err).not.toMatch(/^\s+at /m);
  });
});
