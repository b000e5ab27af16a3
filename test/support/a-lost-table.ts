import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { tables } from "../../lib/tables.ts";
import { startTableEngine } from "../../local/aws/table/table-engine.ts";
import { tableRecovery } from "../../local/aws/table/table-recovery.ts";
import { openCertificateAuthority } from "../../local/certificate-authority.ts";
import { awsFront } from "../../rehearsal/aws/aws-front.ts";
import { sessions } from "../../rehearsal/aws/credentials.ts";
import { keyService } from "../../rehearsal/aws/key-service.ts";
import { Faults } from "../../rehearsal/faults.ts";
import { accountOf } from "../../rehearsal/iam/account.ts";
import { statementsIn } from "../../rehearsal/iam/policy.ts";
import type { ListedMapping } from "../../rehearsal/lambda/stream-sources.ts";
import { startInternet } from "../../rehearsal/network/internet.ts";
import { operatorPolicies } from "../../rehearsal/operator.ts";
import { createTables } from "../../rehearsal/resources/create-tables.ts";
import type { Deployed } from "../../rehearsal/resources/deployed.ts";
import { TableControl } from "../../rehearsal/tables/table-control.ts";
import { personsEnvironment } from "./persons-environment.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const COMMAND_MS = 60_000;
const [ACCOUNT, REGION] = ["123456789012", "us-east-1"];
const OPERATOR = `arn:aws:iam::${ACCOUNT}:role/Operator`;
const READER = "herald-service-prod-AnnounceAndCount1A2B";
export const READER_ROLE = "herald-service-prod-AnnounceAndCountRole3C4D";
const OUTSIDE = pathToFileURL(join(ROOT, "rehearsal/network/outside.mjs")).href;
/** Makes the input a terminal, as far as a program can see. */
const TERMINAL = "data:text/javascript,process.stdin.isTTY=true";
const arnOf = (table: string): string => `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${table}`;
const TAGS = [{ Key: "stage", Value: "prod" }];
const VARIABLES: Readonly<Record<string, string>> = {
  ...{ Config: "CONFIG_TABLE", ApiKeys: "API_KEYS_TABLE", Notifications: "NOTIFICATIONS_TABLE", Chat: "CHAT_TABLE" },
  ...{ Events: "EVENTS_TABLE", Webhooks: "WEBHOOKS_TABLE", Ephemeral: "EPHEMERAL_TABLE" },
};

export const realName = (table: string): string => `herald-data-prod-${table}Table-1A2B`;
const OLD_STREAM = `${arnOf(realName("Notifications"))}/stream/2026-01-01T00:00:00.000`;

export interface CommandRun {
  readonly code: number | null;
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  /** A person at a terminal types this. Without it, the command has no terminal. */
  readonly typed?: string;
  /** An interrupt reaches the command when it asks for this operation. */
  readonly interruptAt?: string;
}

export type LostTableCloud = Awaited<ReturnType<typeof aLostTable>>;

function resource(type: string, ref: string, properties: object, attributes: Record<string, string> = {}): Deployed {
  const place = { stack: "herald-data-prod", account: ACCOUNT, region: REGION, logicalId: ref };
  return { ...place, type, ref, properties: { ...properties }, attributes };
}

const tableResources = (): Deployed[] =>
  tables.map(({ name, partitionKey, sortKey, ttlAttribute, stream, isDurable }) => {
    const keys = sortKey === undefined ? [partitionKey] : [partitionKey, sortKey];
    const recovery = { PointInTimeRecoveryEnabled: isDurable, ...(isDurable && { RecoveryPeriodInDays: 35 }) };
    const replica = { DeletionProtectionEnabled: isDurable, PointInTimeRecoverySpecification: recovery, Tags: TAGS };
    const properties = {
      AttributeDefinitions: keys.map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
      KeySchema: keys.map((AttributeName, i) => ({ AttributeName, KeyType: i === 0 ? "HASH" : "RANGE" })),
      ...{ BillingMode: "PAY_PER_REQUEST", Replicas: [replica] },
      ...(stream && { StreamSpecification: { StreamViewType: "NEW_AND_OLD_IMAGES" } }),
      ...(ttlAttribute && { TimeToLiveSpecification: { Enabled: true, AttributeName: ttlAttribute } }),
    };
    const arn = arnOf(realName(name));
    const StreamArn = `${arn}/stream/2026-01-01T00:00:00.000`;
    return resource("AWS::DynamoDB::GlobalTable", realName(name), properties, {
      Arn: arn,
      ...(stream && { StreamArn }),
    });
  });

/** Keeps event source mappings as Lambda does. No function runs. */
function mappingsDouble() {
  const all = new Map<string, ListedMapping>();
  const settings = { BatchSize: 100, MaximumRetryAttempts: 1000, FilterCriteria: { Filters: [{ Pattern: "{}" }] } };
  const properties = { ...settings, EventSourceArn: OLD_STREAM, FunctionName: READER };
  all.set("old", { id: "old", properties, state: "Enabled", isDrained: true });
  return {
    list: () => [...all.values()],
    add: (id: string, given: Deployed["properties"]) =>
      void all.set(id, { id, properties: given, state: "Enabled", isDrained: false }),
    remove(id: string) {
      const found = all.get(id);
      all.delete(id);
      return found;
    },
    /** Says whether the reader of the old stream has something left to read. */
    drain: (isDrained: boolean) => void all.set("old", { id: "old", properties, state: "Enabled", isDrained }),
  };
}

/**
 * Starts a stage's tables on the embedded engine behind AWS's own protocols, and deletes nothing yet. An operator's
 * command runs against them as a process, with the policy of docs/restore.md and nothing else.
 */
export async function aLostTable({ policy = restorePolicy() }: { readonly policy?: unknown } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "herald-lost-table-"));
  const engine = await startTableEngine({ dataDir: folder });
  const role = resource("AWS::IAM::Role", READER_ROLE, {}, { Arn: `arn:aws:iam::${ACCOUNT}:role/${READER_ROLE}` });
  const fn = resource("AWS::Lambda::Function", READER, { Role: role.attributes.Arn });
  const deployment = { resources: [...tableResources(), role, fn], outputs: {}, secrets: new Map<string, string>() };
  await createTables(engine.endpoint, deployment);
  const place = { account: ACCOUNT, region: REGION };
  const recovery = tableRecovery(engine.endpoint);
  const control = new TableControl({ deployment, endpoint: engine.endpoint, recovery, place });
  const account = accountOf(deployment, new Map([[OPERATOR, statementsIn(policy, "Operator")]]));
  const authority = await openCertificateAuthority(join(folder, "authority"));
  const internet = await startInternet(authority);
  const known = sessions();
  const mappings = mappingsDouble();
  const asked: string[] = [];
  const hooks: { onAsked: (operation: string) => void } = { onAsked: () => {} };
  awsFront({
    ...{ accountId: ACCOUNT, region: REGION, internet, sessions: known, account, deployment, faults: new Faults() },
    providerOperation: () => undefined,
    engines: {
      ...{ tables: engine.endpoint, queues: "", objects: "", provider: "", mappings: () => mappings },
      ...{ storeCredentials: { accessKeyId: "", secretAccessKey: "" }, keys: keyService(Buffer.alloc(32)) },
      aliases: new Map(),
      tableControl: {
        async answer(operation, input) {
          asked.push(operation);
          hooks.onAsked(operation);
          return control.answer(operation, input);
        },
      },
    },
  });
  const environment = join(folder, "environment.json");
  const names = tables.map(({ name }) => [VARIABLES[name] ?? "", realName(name)]);
  await writeFile(environment, JSON.stringify({ AWS_REGION: REGION, ...Object.fromEntries(names) }));
  await writeFile(join(folder, "authority.pem"), authority.certificatePem);
  const preload = new URLSearchParams({
    ...{ port: String(internet.port), authority: join(folder, "authority.pem"), network: "none" },
  });
  const { accessKeyId, secretAccessKey, sessionToken } = known.open(OPERATOR, "operator");
  const env = {
    ...{ ...personsEnvironment(), AWS_ACCESS_KEY_ID: accessKeyId },
    ...{ AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken },
  };
  return {
    ...{ mappings, account, asked, environment },
    ask: (operation: string, input: object) => control.ask(operation, input),
    /** Deletes a table as a person with all rights would. */
    async lose(table: string) {
      const TableName = realName(table);
      await control.ask("UpdateTable", { TableName, DeletionProtectionEnabled: false });
      await control.ask("DeleteTable", { TableName });
    },
    /** Runs `herald restore-table` with these arguments. */
    run(args: readonly string[], { typed, interruptAt }: RunOptions = {}): Promise<CommandRun> {
      const imports = ["--import", `${OUTSIDE}?${preload}`, ...(typed === undefined ? [] : ["--import", TERMINAL])];
      const command = ["--disable-warning=ExperimentalWarning", ...imports, join(ROOT, "bin/herald.ts")];
      return new Promise((done) => {
        const child = execFile(
          process.execPath,
          [...command, "restore-table", ...args],
          { cwd: folder, env, timeout: COMMAND_MS },
          (_error, out, err) => done({ code: child.exitCode, signal: child.signalCode, out, err }),
        );
        hooks.onAsked = (operation) => void (operation === interruptAt && child.kill("SIGINT"));
        child.stdin?.end(typed === undefined ? "" : `${typed}\n`);
      });
    },
    async close() {
      await internet.close();
      await engine.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const restorePolicy = (): unknown =>
  operatorPolicies((page) => readFileSync(join(ROOT, page), "utf8"), "prod")["restore-table"];
