import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faults, walkAlarms } from "../../rehearsal/alarms/walk-alarms.ts";
import { walkErasure } from "../../rehearsal/erasure-walk.ts";
import { walkLostTable } from "../../rehearsal/lost-table-walk.ts";
import { operatorPolicies } from "../../rehearsal/operator.ts";
import { blockedEndpoints } from "../../rehearsal/panel-sign-in.ts";
import { startRehearsal } from "../../rehearsal/rehearsal.ts";
import { problemsIn } from "../../rehearsal/report.ts";
import { walkRestore } from "../../rehearsal/restore-walk.ts";
import { type Stage, synthesiseStage } from "../../rehearsal/stage.ts";
import { walk } from "../../rehearsal/walk.ts";
import { TamperedAssembly } from "../support/tampered-assembly.ts";

const ROOT = join(import.meta.dirname, "../..");
const SOME_ALARMS = ["DeliveryQueueAge", "ChatEventsErrors"];
/**
 * The command of docs/restore.md uses all its rights except these, because an environment names the stack here, and
 * nothing is overwritten.
 */
const UNUSED_RIGHTS = ["cloudformation:DescribeStacks", "s3:DeleteObject"];

/** The erasure does not use these rights either, because this owner has written with no customer. */
const UNUSED_BY_ERASURE = ["cloudformation:DescribeStacks", "dynamodb:DeleteItem", "s3:DeleteObject"];

describe("what would be deployed, running here", () => {
  let folder = "";
  let stage: Stage;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "herald-rehearsal-"));
    stage = await synthesiseStage(join(folder, "assembly"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("works: email, chat, files, agents and schedules, with no right missing and no function failing", async () => {
    const policies = operatorPolicies((page) => readFileSync(join(ROOT, page), "utf8"), stage.name);
    const rehearsal = await startRehearsal({ ...stage, operatorPolicies: policies, folder: join(folder, "sound") });
    try {
      const said: string[] = [];
      await walk(rehearsal, (line) => said.push(line));
      const document = await (await fetch(`${rehearsal.baseUrl}/api-keys`)).text();
      const [, asset = ""] = /src="(\/assets\/[^"]+\.js)"/.exec(document) ?? [];
      const kept = async (path: string) => {
        const { status, headers } = await fetch(`${rehearsal.baseUrl}${path}`);
        return [status, headers.get("cache-control")];
      };
      expect(await kept(asset)).toEqual([200, "public, max-age=31536000, immutable"]);
      expect(await kept("/assets/index-nowhere.js")).toEqual([404, "no-store"]);
      expect(await kept("/api-keys")).toEqual([200, "no-cache"]);
      const report = rehearsal.report();
      expect(problemsIn(report)).toEqual([]);
      expect(said).toHaveLength(18);
      await walkRestore(rehearsal, () => {});
      await walkErasure(rehearsal, () => {});
      await walkLostTable(rehearsal, () => {});
      expect(problemsIn(rehearsal.report())).toEqual([]);
      expect(rehearsal.unusedBy("restore")).toEqual(UNUSED_RIGHTS);
      expect(rehearsal.unusedBy("erase-owner")).toEqual(UNUSED_BY_ERASURE);
      expect(rehearsal.unusedBy("restore-table")).toEqual(["cloudformation:DescribeStacks"]);
      // A report that recorded nothing would have no problems either.
      expect(report.rights.allowed.length).toBeGreaterThan(50);
      expect(report.kinds.filter(({ behaviour }) => behaviour === "")).toEqual([]);
      // The test causes one alarm of each kind; `npm run rehearse -- --alarms` causes the other alarms.
      const some = faults.filter(({ rings: [name = ""] }) => SOME_ALARMS.includes(name));
      expect(some.length).toBeGreaterThanOrEqual(SOME_ALARMS.length);
      await walkAlarms(rehearsal, some, () => {});
    } finally {
      await rehearsal.stop();
    }
  });

  it("tells of removed rights, a server on another port, a constant used too early, and a policy without the issuer", async () => {
    const tampered = new TamperedAssembly(stage.assembly, join(folder, "tampered"));
    tampered.template("service", (resources) => {
      const [, policy] =
        Object.entries(resources).find(([id]) => id.startsWith("DeliverNotificationRoleDefaultPolicy")) ?? [];
      const document = policy?.Properties?.PolicyDocument as { Statement: { Sid?: string }[] };
      const kept = document.Statement.filter(({ Sid }) => Sid !== "ChatWrite");
      expect(kept).toHaveLength(document.Statement.length - 1);
      document.Statement = kept;
    });
    tampered.template("service", (resources) => {
      const topics = Object.values(resources).filter(
        ({ Type, Properties }) =>
          Type === "AWS::SNS::TopicPolicy" && JSON.stringify(Properties).includes("social-messaging.amazonaws.com"),
      );
      expect(topics).toHaveLength(1);
      for (const { Properties } of topics) {
        const document = Properties?.PolicyDocument as { Statement: { Effect: string }[] };
        document.Statement = document.Statement.filter(({ Effect }) => Effect === "Deny");
      }
    });
    tampered.template("service", (resources) => {
      const text = JSON.stringify(resources);
      const changed = text.replace(
        /connect-src 'self' https:\/\/identity\.example\.com https:[^; ]+/,
        "connect-src 'self'",
      );
      expect(changed).not.toBe(text);
      Object.assign(resources, JSON.parse(changed));
    });
    tampered.bundle("MediaUpload/Function/Code", (code) =>
      code.replaceAll("AWS_LAMBDA_HTTP_ENDPOINT", "PORT_OF_ITS_OWN"),
    );
    tampered.bundle("ConversationMedia/Function/Code", (code) => `early();const early=()=>{};${code}`);
    const rehearsal = await startRehearsal({ ...stage, assembly: tampered.folder, folder: join(folder, "broken") });
    try {
      await expect(walk(rehearsal, () => {})).rejects.toThrow();
      const conversation = await fetch(`${rehearsal.baseUrl}/api/v1/chat-conversations`, {
        headers: { authorization: `Bearer ${rehearsal.owners.demo.api_key}` },
      });
      const { conversations } = (await conversation.json()) as { conversations: { id: string }[] };
      const media = `${rehearsal.baseUrl}/api/v1/chat-conversations/${conversations[0]?.id}/messages/${crypto.randomUUID()}/media`;
      expect((await fetch(media)).status).toBe(500);
      expect(await blockedEndpoints(rehearsal)).toEqual([
        "https://identity.example.com",
        "https://tokens.example.net/connect/token",
        "https://tokens.example.net/connect/userinfo",
      ]);
      const problems = problemsIn(rehearsal.report());
      expect(problems).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^DeliverNotificationRole\w* may not dynamodb:\w+ on .*ChatTable/),
          expect.stringMatching(/^social-messaging\.amazonaws\.com may not sns:Publish on .*ChatTopic/),
          expect.stringContaining("does not listen on AWS_LAMBDA_HTTP_ENDPOINT"),
          expect.stringContaining("Cannot access 'early' before initialization"),
        ]),
      );
    } finally {
      await rehearsal.stop();
    }
  });
});
