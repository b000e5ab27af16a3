import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bundleFunction } from "../../../lib/cloud/bundle.ts";
import { type FunctionDefinition, functions } from "../../../lib/functions.ts";
import { bundleOf as bundled, folder } from "./bundled.ts";

const KB = 1000;
/** The main file of a function may have this size. The limit of other functions is `API_KB`. */
const MAIN_KB: Record<string, number> = {
  // The functions `notifications` and `panel` contain the texts that explain all answers of providers. The function
  // `notifications` also contains the schemas of the requests that it returns to callers.
  notifications: 710,
  panel: 705,
  "email-templates": 560,
  // The function `sending-accounts` contains the rules of both providers' settings and the keys of return paths.
  "sending-accounts": 535,
  "deliver-notification": 755,
  "apply-chat-event": 535,
  conversations: 590,
  // The function `docs` contains the descriptions of every operation and field, and the samples with the client.
  docs: 696,
  "retrieve-media": 635,
  "panel-conversations": 657,
  // The function `admin` contains chat accounts, everybody's activity and figures, and the search for owners by name.
  admin: 563,
  "conversation-media": 525,
  // The function `sandbox` contains the client of the bucket in which it keeps the files of sandbox customers.
  sandbox: 710,
  // The function `mcp` contains the notes on the fields of its usual tools. It loads the other tools on demand.
  mcp: 975,
  // The function `apply-sandbox-effects` contains the sweep of one owner, and what applies bounces and statuses of chat.
  "apply-sandbox-effects": 560,
  // The function `fallback` contains the schemas of all routes, because it knows their paths, and the client of
  // DynamoDB for the limiter.
  fallback: 545,
  // The function `announce-and-count` contains the schemas of all resources, the clients of DynamoDB and SQS, and the
  // counters.
  "announce-and-count": 626,
  // The function `send-alerts` accepts mails, and reads conversations and counters.
  "send-alerts": 642,
  // The function `receive-returned-mail` contains the parser of mails, the reader of their reports and of events that
  // came early, the accounts of topics, the clocks of test mode, and the clients of DynamoDB and S3.
  "receive-returned-mail": 720,
  // The function `webhooks` contains the clients of DynamoDB and SQS, and the log of deliveries.
  webhooks: 566,
};
const API_KB = 521;
/** A cold start takes about 25 ms more per 100 KB. The functions that send mail contain the mail library, which has 175 KB, and the data keys. */
const startLimitKb = ({ name, uses }: FunctionDefinition) =>
  uses.includes("secrets:open") ? 790 : (MAIN_KB[name] ?? API_KB);

describe("bundles", () => {
  const bundleOf = (name: string) => {
    const definition = functions.find((one) => one.name === name);
    if (definition === undefined) throw new Error(`there is no function ${name}`);
    return bundled(definition);
  };

  it.each(functions)("$name starts with no more code than its limits allow", (definition) => {
    const { mainBytes, startBytes } = bundleOf(definition.name);
    expect(mainBytes).toBeLessThanOrEqual((MAIN_KB[definition.name] ?? API_KB) * KB);
    expect(startBytes).toBeGreaterThanOrEqual(mainBytes);
    expect(startBytes).toBeLessThanOrEqual(startLimitKb(definition) * KB);
  });

  it("leave what is loaded on demand out of the start", () => {
    const { directory, chunkBytes, mainBytes, startBytes } = bundleOf("deliver-notification");
    const objectStore = readdirSync(directory).filter((name) => /^blob-store-.*\.mjs$/.test(name));
    expect(objectStore).toHaveLength(1);
    expect(chunkBytes).toBeGreaterThan(startBytes - mainBytes);
  });

  it("hold no file that nothing in them loads", () => {
    expect(readdirSync(bundleOf("fallback").directory).filter((name) => name.startsWith("blob-store"))).toEqual([]);
    expect(readdirSync(bundleOf("system").directory).filter((name) => name.startsWith("sealed-text"))).toEqual([]);
  });

  it("leave the MCP library to the one function that speaks MCP", () => {
    const speaking = functions.filter(({ name }) => {
      const { directory } = bundleOf(name);
      const code = readdirSync(directory).filter((file) => file.endsWith(".mjs"));
      // Only the library of the protocol writes this key.
      return code.some((file) => readFileSync(join(directory, file), "utf8").includes("io.modelcontextprotocol/"));
    });
    expect(speaking.map(({ name }) => name)).toEqual(["mcp"]);
  });

  it("give the API reference its page's files", () => {
    expect(readdirSync(join(bundleOf("docs").directory, "assets"))).toEqual(["start.js", "viewer.js"]);
    expect(readdirSync(bundleOf("system").directory)).not.toContain("assets");
  });

  it("are the same, byte for byte, when nothing has changed", () => {
    const [definition] = functions.filter(({ name }) => name === "notifications") as [FunctionDefinition];
    const again = bundleFunction(definition, join(folder, "again"), {});
    const digestOf = (directory: string) =>
      readdirSync(directory).map((name) => [
        name,
        createHash("sha256")
          .update(readFileSync(join(directory, name)))
          .digest("hex"),
      ]);
    expect(digestOf(again.directory)).toEqual(digestOf(bundleOf("notifications").directory));
  });
});
