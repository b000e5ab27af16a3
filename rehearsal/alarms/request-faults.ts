import { customerWrites } from "../customer.ts";
import type { AlarmDriver, Asked } from "./alarm-driver.ts";
import type { Fault } from "./fault.ts";

const NOBODYS = "00000000-0000-4000-8000-000000000000";
const conversation = `/api/v1/chat-conversations/${NOBODYS}`;

interface Requested {
  /** The names of the function and of its alarms begin with this. */
  readonly name: string;
  readonly path: string;
  readonly asked?: (driver: AlarmDriver) => Promise<Asked>;
  /** These alarms ring in addition to the function's own. */
  readonly rings?: readonly string[];
}

const byKey = async ({ key }: AlarmDriver): Promise<Asked> => ({ bearer: key });
const byNobody = async (): Promise<Asked> => ({});
const byPerson =
  (sub: string) =>
  async (driver: AlarmDriver): Promise<Asked> => ({ bearer: await driver.person(sub) });
const post =
  (asked: (driver: AlarmDriver) => Promise<Asked>, json: unknown) =>
  async (driver: AlarmDriver): Promise<Asked> => ({ ...(await asked(driver)), method: "POST", json });

/**
 * Returns a fault of a function behind the gateway whose tables do not answer. The caller gets a 5xx, and the log has a
 * line with the request's id and the cause.
 */
const tablesDown = ({ name, path, asked, rings = [] }: Requested): Fault => ({
  what: `the tables do not answer ${name}`,
  rings: [`${name}Errors`, "HttpServerErrors", ...rings],
  signs: [{ fn: `${name}Function`, says: ['"level":"ERROR"', "InternalServerError"] }],
  async cause(driver) {
    const request = await asked?.(driver);
    driver.down("tables", `${name}Function`);
    await driver.failing(path, request);
    return "";
  },
  recover: async (driver) => driver.working(path, await asked?.(driver)),
});

/** Returns a fault of a function that dies in its call. Its log then has only Lambda's own line. */
const crash = ({ name, path }: Requested): Fault => ({
  what: `${name} dies in its calls`,
  rings: [`${name}Errors`, "HttpServerErrors"],
  signs: [{ fn: `${name}Function`, says: ["platform.report", "Runtime.ExitError"] }],
  async cause(driver) {
    driver.crash(`${name}Function`);
    await driver.failing(path);
    return "";
  },
  recover: (driver) => driver.working(path),
});

/** No account names this topic, so the message is refused once the tables answer. */
const topicMessage = {
  ...{ Type: "Notification", MessageId: NOBODYS, TopicArn: "arn:aws:sns:eu-central-1:123456789012:ses", Message: "{}" },
  ...{ Timestamp: "2027-01-15T08:00:00.000Z", SignatureVersion: "2", Signature: "", SigningCertURL: "" },
};

const initialize = {
  ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
  params: { name: "list_conversations", arguments: {} },
};
const account = {
  ...{ label: "Sealed", host: "127.0.0.1", port: 25_25, username: "u", password: "p", encryption: "none" },
  ...{ from_address: "sealed@herald.test", from_name: "Sealed" },
};

/** Faults of requests, through the gateway and past it. */
export const requestFaults: readonly Fault[] = [
  tablesDown({
    ...{ name: "Notifications", path: `/api/v1/notifications/${NOBODYS}`, asked: byKey },
    rings: ["NotificationsNewCodeErrors"],
  }),
  tablesDown({ name: "Events", path: "/api/v1/events", asked: byKey }),
  tablesDown({ name: "Webhooks", path: "/api/v1/webhooks", asked: byPerson("demo") }),
  tablesDown({
    name: "WebhookTest",
    path: `/api/v1/webhooks/${NOBODYS}/test`,
    asked: post(byPerson("demo"), undefined),
  }),
  tablesDown({ name: "Suppressions", path: "/api/v1/suppressions", asked: byPerson("demo") }),
  tablesDown({ name: "Sandbox", path: "/panel/api/sandbox/clock", asked: byPerson("demo") }),
  tablesDown({
    ...{ name: "EmailEvents", path: "/webhooks/cloud/topic/email" },
    asked: post(byNobody, topicMessage),
  }),
  tablesDown({ name: "SendingAccounts", path: "/api/v1/smtp-accounts", asked: byPerson("demo") }),
  {
    ...tablesDown({ name: "SendingAccounts", path: "/api/v1/smtp-accounts" }),
    what: "the sealing key is disabled",
    signs: [{ fn: "SendingAccountsFunction", says: ['"level":"ERROR"', "DisabledException"] }],
    async cause(driver) {
      // A process that has sealed before has the data key in its memory and does not need the sealing key.
      driver.startCold("SendingAccountsFunction");
      driver.down("keys", "SendingAccountsFunction");
      await driver.failing("/api/v1/smtp-accounts", await post(byPerson("demo"), account)(driver));
      return "";
    },
    recover: async (driver) => driver.working("/api/v1/smtp-accounts", await byPerson("demo")(driver)),
  },
  tablesDown({
    ...{ name: "SendingAccountTest", path: `/api/v1/smtp-accounts/${NOBODYS}/test` },
    asked: post(byPerson("demo"), { recipient: "walk@example.test" }),
  }),
  tablesDown({ name: "EmailTemplates", path: "/api/v1/templates", asked: byPerson("demo") }),
  tablesDown({ name: "ChatTemplates", path: "/api/v1/chat-templates", asked: byPerson("demo") }),
  tablesDown({ name: "Admin", path: "/admin/api/chat-accounts", asked: byPerson("admin") }),
  tablesDown({
    ...{ name: "Conversations", path: "/api/v1/chat-conversations", asked: byKey },
    rings: ["ConversationsNewCodeErrors"],
  }),
  tablesDown({
    ...{ name: "PanelConversations", path: "/panel/api/chat-conversations", asked: byPerson("demo") },
    rings: ["PanelConversationsNewCodeErrors"],
  }),
  tablesDown({ name: "ConversationMedia", path: `${conversation}/messages/${NOBODYS}/media`, asked: byKey }),
  tablesDown({ name: "Panel", path: "/panel/api/api-keys", asked: byPerson("demo") }),
  {
    ...tablesDown({ name: "System", path: "/health/ready" }),
    signs: [{ fn: "SystemFunction", says: ["dependency.unavailable"] }],
    // `/health/ready` repeats its answer for a short time, so the recovery waits for a new answer.
    recover: (driver) => driver.until("it is ready", async () => (await driver.ask("/health/ready")).status === 200),
  },
  crash({ name: "Docs", path: "/docs" }),
  crash({ name: "Fallback", path: "/nowhere" }),
  {
    ...tablesDown({ name: "Mcp", path: "/mcp", asked: post(byKey, initialize) }),
    rings: ["McpErrors", "McpNewCodeErrors", "McpAddressServerErrors"],
  },
  {
    what: "the object store does not answer the server of uploads",
    rings: ["MediaUploadServerErrors"],
    signs: [{ fn: "MediaUploadFunction", says: ["http.request", '"status":500'] }],
    async cause(driver) {
      const id = await customerWrites({ ...driver.customer, phone: "+15551230011" });
      driver.down("objects", "MediaUploadFunction");
      await driver.failing(uploadTo(id), upload(driver));
      return id;
    },
    recover: (driver, id) => driver.working(uploadTo(id), upload(driver)),
  },
];

const uploadTo = (id: string): string => `/api/v1/chat-conversations/${id}/media-upload`;

function upload({ key }: AlarmDriver): Asked {
  const form = new FormData();
  form.set("media_type", "document");
  form.set("file", new Blob(["A walk\n"], { type: "text/plain" }), "walk.txt");
  return { method: "POST", bearer: key, form };
}
