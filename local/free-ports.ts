import { once } from "node:events";
import { createServer, type Server } from "node:net";
import type { LocalSettings } from "./local-settings.ts";

/** The names of the parts in messages to people, by the setting of the port. */
const PARTS = {
  HERALD_PORT: "API and panel",
  HERALD_AUTH_PORT: "identity provider",
  HERALD_AUTH_TOKEN_PORT: "identity provider's token endpoint",
  HERALD_MAILBOX_PORT: "mailbox",
  HERALD_SMTP_PORT: "mailbox's SMTP",
  HERALD_CHAT_PORT: "chat simulator",
} as const;
type PortSetting = keyof typeof PARTS;
const SETTINGS: readonly PortSetting[] = [
  "HERALD_PORT",
  "HERALD_AUTH_PORT",
  "HERALD_AUTH_TOKEN_PORT",
  "HERALD_MAILBOX_PORT",
  "HERALD_SMTP_PORT",
  "HERALD_CHAT_PORT",
];

type Ports = Pick<LocalSettings, PortSetting>;

/** Checks before anything starts that every part can listen. Throws with the part and its setting otherwise. */
export async function checkPorts(ports: Ports): Promise<void> {
  const wanted = SETTINGS.flatMap((name) => (ports[name] ? [{ name, port: ports[name] }] : []));
  for (const { name, port } of wanted) {
    const other = wanted.find((one) => one.name !== name && one.port === port);
    if (other) throw new Error(`${name} and ${other.name} are both ${port}: each needs a port of its own, or 0`);
    await checkPort(name, port);
  }
}

async function checkPort(name: PortSetting, port: number): Promise<void> {
  const server = createServer().listen({ port, host: "127.0.0.1" });
  try {
    await once(server, "listening");
  } catch (error) {
    throw portProblem(name, { port, free: await freePort() }, error);
  }
  await closed(server);
}

/** Returns a port that is free now, or undefined if the system has none. */
async function freePort(): Promise<number | undefined> {
  const server = createServer().listen({ port: 0, host: "127.0.0.1" });
  try {
    await once(server, "listening");
    const address = server.address();
    await closed(server);
    return typeof address === "object" ? address?.port : undefined;
  } catch {
    return undefined;
  }
}

interface TakenPort {
  readonly port: number;
  readonly free: number | undefined;
}

function portProblem(name: PortSetting, { port, free }: TakenPort, cause: unknown): Error {
  const isTaken = cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE";
  const reason = isTaken ? "is taken" : "cannot be listened on";
  const offer = free === undefined ? "" : `, such as ${name}=${free},`;
  const advice = `set ${name} to another one${offer} or to 0 for any that is free`;
  return new Error(`port ${port} ${reason} (${PARTS[name]}): ${advice}`, { cause });
}

async function closed(server: Server): Promise<void> {
  server.close();
  await once(server, "close");
}
