import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { DynamoDBClient, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { marshall } from "@aws-sdk/util-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ownerSub } from "../../shared/kernel/owner.ts";
import { stateKey } from "../../shared/notifications/dynamo/notification-key.ts";
import { anAddress, type Fields, headersIn, LocalStack, type Owner, until } from "../support/local-stack.ts";
import { personsEnvironment } from "../support/persons-environment.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const COMMAND_TIMEOUT_MS = 60_000;
const run = promisify(execFile);

let stack: LocalStack;
let environment: Record<string, string>;
let queue: SQSClient;
let tables: DynamoDBClient;
beforeAll(async () => {
  stack = await LocalStack.start({ HERALD_BACKOFF_BASE_SECONDS: "20" });
  environment = JSON.parse(await readFile(join(stack.dataDir, "functions.env.json"), "utf8"));
  const credentials = {
    accessKeyId: setting("AWS_ACCESS_KEY_ID"),
    secretAccessKey: setting("AWS_SECRET_ACCESS_KEY"),
  };
  const region = setting("AWS_REGION");
  queue = new SQSClient({ region, endpoint: setting("AWS_ENDPOINT_URL_SQS"), credentials });
  tables = new DynamoDBClient({ region, endpoint: setting("AWS_ENDPOINT_URL_DYNAMODB"), credentials });
});
afterAll(async () => {
  queue?.destroy();
  tables?.destroy();
  await stack.close();
});

const setting = (name: string): string => environment[name] ?? "";

/** Runs a command as an operator does, without this process's settings. */
async function operator(script: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const options = { cwd: ROOT, env: personsEnvironment(), timeout: COMMAND_TIMEOUT_MS };
  try {
    const { stdout, stderr } = await run(process.execPath, ["bin/herald.ts", script, ...args], options);
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}
const deadLetters = (command: string, ...more: string[]) =>
  operator("dead-letters", command, "--json", "--data-dir", stack.dataDir, ...more);
const erase = async (owner: string): Promise<Fields> => {
  const { code, stdout, stderr } = await operator(
    "erase-owner",
    "--owner",
    owner,
    "--yes",
    "--json",
    "--data-dir",
    stack.dataDir,
  );
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
};
const listed = async (): Promise<Fields[]> => {
  const { code, stdout } = await deadLetters("list");
  expect(code).toBe(0);
  return JSON.parse(stdout).dead_letters;
};

/** Puts a message of the notification into the queue of dead letters, as SQS does after a fifth crash. */
async function die(owner: Owner, id: string): Promise<void> {
  await queue.send(
    new SendMessageCommand({
      QueueUrl: `${setting("DELIVERY_QUEUE_URL")}-dead-letters`,
      MessageBody: JSON.stringify({ owner: owner.sub, id, accountId: owner.accountId }),
    }),
  );
}

/** Makes the notification's next attempt due now, before its queue message arrives. */
async function comesDue(owner: Owner, id: string): Promise<void> {
  await tables.send(
    new UpdateItemCommand({
      TableName: setting("NOTIFICATIONS_TABLE"),
      Key: marshall(stateKey({ owner: ownerSub.parse(owner.sub), id })),
      UpdateExpression: "SET nextAt = :now",
      ConditionExpression: "attribute_exists(nextAt)",
      ExpressionAttributeValues: { ":now": { N: String(Date.now()) } },
    }),
  );
}

/** Makes a notification whose queue message became a dead letter when the second attempt was due. */
async function aDeadOne(owner: Owner): Promise<{ id: string; recipient: string }> {
  const recipient = anAddress("defer1");
  const id = await stack.accepted(owner.key, { recipient });
  await until(
    () => stack.notification(owner.key, id),
    (one) => one.status === "pending" && one.attempts === 1,
    { everyMs: 20 },
  );
  await comesDue(owner, id);
  await die(owner, id);
  return { id, recipient };
}

describe("herald dead-letters", () => {
  it("shows what was given up, and puts it back to be delivered", async () => {
    const owner = await stack.owner();
    const { id, recipient } = await aDeadOne(owner);
    const failed = await stack.settled(owner.key, id);
    expect(failed).toMatchObject({ status: "failed", attempts: 1, last_error: expect.stringContaining("given up") });
    const timeline = await stack.call("GET", `/panel/api/notifications/${id}/timeline`, { token: owner.token });
    expect((timeline.body.events as Fields[]).map((one) => one.event)).toEqual(["accepted", "attempted", "given_up"]);
    expect(await listed()).toEqual([{ owner: owner.sub, id, at: expect.stringMatching(/^2.*Z$/) }]);
    expect(await stack.mails(recipient)).toEqual([]);

    const counted = await deadLetters("redrive", "--dry-run");
    expect([counted.code, JSON.parse(counted.stdout)]).toEqual([0, { found: 1 }]);
    const unasked = await deadLetters("redrive");
    expect(unasked).toMatchObject({ code: 2, stderr: expect.stringContaining("say --yes to do it. Nothing was done") });
    expect(await listed()).toHaveLength(1);
    const redriven = await deadLetters("redrive", "--yes");
    expect([redriven.code, JSON.parse(redriven.stdout)]).toEqual([0, { redriven: 1, skipped: 0 }]);
    expect(await stack.settled(owner.key, id)).toMatchObject({ status: "sent", attempts: 1 });
    expect(await stack.mails(recipient)).toHaveLength(1);
    expect(await listed()).toEqual([]);
    expect(JSON.parse((await deadLetters("redrive", "--yes")).stdout)).toEqual({ redriven: 0, skipped: 0 });
  });

  it("keeps no letter of what is finished, foreign or unreadable", async () => {
    const [owner, other] = await Promise.all([stack.owner(), stack.owner()]);
    const id = await stack.accepted(owner.key);
    await stack.settled(owner.key, id);
    await die(owner, id);
    await die({ ...owner, sub: other.sub }, id);
    const QueueUrl = `${setting("DELIVERY_QUEUE_URL")}-dead-letters`;
    await queue.send(new SendMessageCommand({ QueueUrl, MessageBody: "not for me" }));
    await until(
      async () => stack.output,
      (output) =>
        output.includes("dead_letter.unreadable") &&
        output.split("\n").filter((line) => line.includes("notification.dead_letter") && line.includes(id)).length >= 2,
    );
    expect(await stack.notification(owner.key, id)).toMatchObject({ status: "sent" });
    expect(await listed()).toEqual([]);
    expect(stack.output).not.toContain("not for me");
  });

  it("says how it is used when the command is none", async () => {
    expect(await deadLetters("burn")).toMatchObject({ code: 2, stderr: expect.stringContaining("burn") });
  });
});

describe("herald erase-owner", () => {
  it("erases everything of one owner with a receipt that counts, and nothing of another", async () => {
    const [owner, other] = await Promise.all([stack.owner(), stack.owner()]);
    const unused = String((await stack.apiKey(owner.token)).key);
    const large = Buffer.from(Array.from({ length: 450_000 }, () => Math.floor(Math.random() * 256))).toString(
      "base64",
    );
    const ids: string[] = [];
    for (const one of [owner, other]) {
      for (const body of ["small", large]) {
        const json = { name: "N", subject: "S", body };
        expect((await stack.call("POST", "/api/v1/templates", { token: one.token, json })).status).toBe(201);
        ids.push(await stack.accepted(one.key, { body }));
      }
    }
    const suppressed = { token: owner.token, json: { recipient: "ana@shop.example" } };
    expect((await stack.call("POST", "/api/v1/suppressions", suppressed)).status).toBe(201);
    const [, , theirs = ""] = ids;
    const { id: dead } = await aDeadOne(owner);
    await stack.settled(owner.key, dead);
    expect(await listed()).toMatchObject([{ owner: owner.sub, id: dead }]);
    for (const id of ids.slice(0, 2)) await stack.settled(owner.key, id);
    await stack.settled(other.key, theirs);

    const counted = await operator(
      "erase-owner",
      "--owner",
      owner.sub,
      "--dry-run",
      "--json",
      "--data-dir",
      stack.dataDir,
    );
    expect(JSON.parse(counted.stdout)).toMatchObject({
      kept: { apiKeys: 2, configItems: 9, notifications: 3, contents: 3, conversations: 0 },
    });
    expect(await erase(owner.sub)).toEqual({
      owner: owner.sub,
      at: expect.stringMatching(/^2.*Z$/),
      // The erased items are the account, the default's pointer and its copy, two templates and both totals, a suppression and its
      // recipient (D45i); three notifications; and a large template and content.
      erased: {
        apiKeys: 2,
        configItems: 9,
        notifications: 3,
        contents: 3,
        chatItems: 0,
        deadLetters: 1,
        alerts: 0,
        events: expect.any(Number),
        activity: expect.any(Number),
        figures: expect.any(Number),
        webhookItems: 0,
        sandboxItems: 0,
        blobs: 2,
      },
      erased_in_test_mode: expect.objectContaining({ configItems: 0, notifications: 0, sandboxItems: 0 }),
    });

    const { token } = owner;
    for (const path of ["/api/v1/smtp-accounts", "/api/v1/templates", "/panel/api/api-keys"])
      expect([path, (await stack.call("GET", path, { token })).list]).toEqual([path, []]);
    expect((await stack.call("GET", "/panel/api/notifications", { token })).body).toEqual({ notifications: [] });
    // A used key works from a cache for at most 30 seconds (D9); this key was not used.
    expect((await stack.call("GET", `/api/v1/notifications/${dead}`, { token: unused })).status).toBe(401);
    const timeline = await stack.call("GET", `/panel/api/notifications/${dead}/timeline`, { token });
    expect(timeline.status).toBe(404);

    expect(await listed()).toEqual([]);
    expect((await stack.call("GET", "/api/v1/templates", { token: other.token })).list).toHaveLength(2);
    expect(await stack.notification(other.key, theirs)).toMatchObject({ status: "sent" });
    expect(await stack.settled(other.key, await stack.accepted(other.key))).toMatchObject({ status: "sent" });
  });

  it("erases the owner's test mode too, and says so before and after (D48a)", async () => {
    const [owner, other] = await Promise.all([stack.owner(), stack.owner()]);
    const headers = { "herald-mode": "test" };
    const ids: string[] = [];
    for (const { token } of [owner, other]) {
      const key = String((await stack.apiKey(token, { mode: "test" })).key);
      await stack.call("POST", "/api/v1/sandbox/clock", { token: key, json: { advance_seconds: 60 } });
      await stack.call("POST", "/api/v1/smtp-accounts", { token, headers, json: stack.account() });
      const sendAt = new Date(Date.now() + 86_400_000).toISOString();
      ids.push(await stack.accepted(key, { send_at: sendAt }));
    }
    const counting = ["erase-owner", "--owner", owner.sub, "--dry-run", "--data-dir", stack.dataDir] as const;
    const kept = JSON.parse((await operator(...counting, "--json")).stdout);
    expect(kept).toMatchObject({ kept: { notifications: 0 }, kept_in_test_mode: { notifications: 1, contents: 1 } });
    expect((await operator(...counting)).stdout).toMatch(
      new RegExp(`^of ${owner.sub} is kept in test mode:$[^]*^ +1 {2}notifications$`, "m"),
    );
    const { erased, erased_in_test_mode: inTestMode } = await erase(owner.sub);
    expect([erased, inTestMode]).toMatchObject([{ notifications: 0 }, { notifications: 1, contents: 1 }]);
    expect((inTestMode as { configItems: number }).configItems).toBeGreaterThan(2);
    const timeline = (token: string, id = "") =>
      stack.call("GET", `/panel/api/notifications/${id}/timeline`, { token, headers });
    expect((await timeline(owner.token, ids[0])).status).toBe(404);
    expect((await stack.call("GET", "/panel/api/sandbox/clock", { token: owner.token })).body).toMatchObject({
      advanced_seconds: 0,
    });
    expect((await timeline(other.token, ids[1])).status).toBe(200);
  });

  it("refuses the id of a test mode in plain words", async () => {
    const refused = await operator("erase-owner", "--owner", "hrld_test:ann", "--yes", "--data-dir", stack.dataDir);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining("It names the test mode of an owner. Name the owner: the command is about both modes."),
    ]);
  });

  it("makes an old link to unsubscribe a page that is not found (D45i)", async () => {
    const [owner, other] = await Promise.all([stack.owner(), stack.owner()]);
    const pathOf = async ({ key }: Pick<Owner, "key">): Promise<string> => {
      const recipient = anAddress();
      await stack.accepted(key, { recipient, unsubscribe: { topic: "news" } });
      const { raw } = await stack.mail(recipient);
      return /<http:\/\/[^/]+(\/u\/[^>]+)>/.exec(headersIn(raw).join("\n"))?.[1] ?? "";
    };
    const [path, others] = [await pathOf(owner), await pathOf(other)];
    const statuses = async () => Promise.all([path, others].map(async (one) => (await stack.call("GET", one)).status));
    expect(await statuses()).toEqual([200, 200]);
    await erase(owner.sub);
    expect(await statuses()).toEqual([404, 200]);
    expect((await stack.call("POST", path)).status).toBe(404);
  });

  it("finds nothing the second time", async () => {
    const owner = await stack.owner();
    const nothing = {
      apiKeys: 0,
      configItems: 0,
      notifications: 0,
      contents: 0,
      chatItems: 0,
      deadLetters: 0,
      alerts: 0,
      events: 0,
      activity: 0,
      figures: 0,
      webhookItems: 0,
      sandboxItems: 0,
      blobs: 0,
    };
    expect(await erase(owner.sub)).toMatchObject({ erased: { apiKeys: 1, configItems: 4 } });
    expect(await erase(owner.sub)).toMatchObject({ erased: nothing, erased_in_test_mode: nothing });
  });

  it("says how it is used when no owner is named", async () => {
    const { code, stderr } = await operator("erase-owner", "--data-dir", stack.dataDir);
    expect([code, stderr]).toEqual([2, expect.stringContaining("--owner")]);
  });
});
