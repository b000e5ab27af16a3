import { createPrivateKey } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { linkedAccounts, linkOf } from "./business-account.ts";
import { type Check, type Finding, failed, ok } from "./check.ts";
import { type Ask, answers, identityProvider, mailServer } from "./web-checks.ts";

const stackFile = z.looseObject({
  pid: z.int(),
  base_url: z.url(),
  auth_url: z.url(),
  mailbox_url: z.url(),
  chat_simulator_url: z.url(),
  topic_arn: z.string(),
  smtp: z.object({ host: z.string(), port: z.int() }),
  demo: z.looseObject({ api_key: z.string() }),
});
type Stack = z.output<typeof stackFile>;

const START = "start it with npm start, or name its data folder with --data-dir";
const RESTART = "look at what npm start printed, and start it again";

/** Checks from outside what `npm start` promises. If no stack runs, there is only one check, which fails. */
export function localChecks(dataDir: string, ask: Ask): readonly Check[] {
  const path = join(dataDir, "stack.json");
  const read = existsSync(path) ? stackFile.safeParse(parsed(readFileSync(path, "utf8"))) : undefined;
  if (read?.success !== true) {
    const seen = read === undefined ? `there is no ${path}` : `${path} cannot be read`;
    return [{ name: "local stack", look: async () => failed(seen, START) }];
  }
  return [running(read.data), sealKey(dataDir), mediaKey(dataDir), ...reachable(read.data, ask)];
}

function reachable(stack: Stack, ask: Ask): readonly Check[] {
  const answer = (name: string, url: string) => answers(name, url, { ask, advice: RESTART });
  return [
    answer("API", `${stack.base_url}/health/live`),
    answer("API is ready", `${stack.base_url}/health/ready`),
    answer("panel", `${stack.base_url}/`),
    identityProvider(stack.auth_url, ask),
    answer("mailbox", `${stack.mailbox_url}/api/messages?limit=1`),
    mailServer(stack.smtp.host, stack.smtp.port),
    answer("chat simulator", `${stack.chat_simulator_url}/api/messages`),
    businessAccount(stack, ask),
  ];
}

const running = ({ pid, topic_arn }: Stack): Check => ({
  name: "local stack",
  look: async () =>
    isAlive(pid) ? ok(`process ${pid}, topic ${topic_arn}`) : failed(`its process ${pid} is gone`, START),
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Asks the simulator the same question as the cloud provider. */
const businessAccount = ({ chat_simulator_url: url, topic_arn: chatTopicArn }: Stack, ask: Ask): Check => ({
  name: "business account",
  look: async (signal) => {
    const answer = await ask(`${url}/v1/whatsapp/waba/list`, { signal });
    const read = linkedAccounts.safeParse(answer.status === 200 ? await answer.json() : undefined);
    return read.success
      ? linkOf(read.data, { place: "the simulator", chatTopicArn })
      : failed(`the simulator answers ${answer.status}`, RESTART);
  },
});

const sealKey = (dataDir: string): Check => ({
  name: "sealing key",
  look: async () =>
    privateFile(join(dataDir, "seal.key"), "stored secrets cannot be opened without it") ??
    ok("there, and its owner's only"),
});

const mediaKey = (dataDir: string): Check => ({
  name: "media signing key",
  look: async () => {
    const path = join(dataDir, "media-signing-key.pem");
    const wrong = privateFile(path, "links to media cannot be signed without it: start the stack again");
    if (wrong !== undefined) return wrong;
    return isP256(readFileSync(path))
      ? ok("there, and its owner's only")
      : failed(`${path} holds no P-256 key`, "delete it, and start the stack again");
  },
});

/** Says whether a key has the type that CloudFront and the local origin accept. */
function isP256(pem: Buffer): boolean {
  try {
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = createPrivateKey(pem);
    return type === "ec" && details?.namedCurve === "prime256v1";
  } catch {
    return false;
  }
}

/** Returns the problem of a file that must exist and be private, or undefined if there is none. */
function privateFile(path: string, need: string): Finding | undefined {
  if (!existsSync(path)) return failed(`there is no ${path}`, need);
  const isPrivate = (statSync(path).mode & 0o077) === 0;
  return isPrivate ? undefined : failed(`others may read ${path}`, `chmod 600 ${path}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
