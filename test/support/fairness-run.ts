import { anAddress, LocalStack, type Owner, until } from "./local-stack.ts";
import type { RudeSmtpServer } from "./rude-smtp-server.ts";
import { slowProvider } from "./slow-provider.ts";

const CLIENTS = 8;
const SETTINGS = { HERALD_MAILBOX_KEEP: "100000" } as const;
/** The number of mails of the backlog that must have arrived before the first single mail is sent. */
const MOVING = 5;

export interface FairnessOptions {
  readonly backlog: number;
  readonly perMailMs: number;
  /** The number of single mails that are sent behind the backlog, one after the other. */
  readonly probes: number;
}

export interface Wait {
  /** The time from the 202 until the mail was accepted. */
  readonly ms: number;
  /** The number of mails of the backlog that were accepted meanwhile. */
  readonly overtaken: number;
}

export interface FairnessReport {
  readonly backlog: number;
  /** The number of mails of the backlog that had not been accepted when all single mails had arrived. */
  readonly leftOver: number;
  /** The waits of another owner's mails. */
  readonly otherOwner: readonly Wait[];
  /** The waits of mails that the same owner sends through another account. */
  readonly otherAccount: readonly Wait[];
}

async function fill(stack: LocalStack, { key }: Owner, count: number): Promise<void> {
  let next = 0;
  const client = async () => {
    while (next++ < count) await stack.accepted(key, { recipient: anAddress("backlog"), body: "Many of these." });
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

interface Probe {
  readonly key: string;
  readonly accountId: string;
  readonly fast: RudeSmtpServer;
  readonly slow: RudeSmtpServer;
}

async function waitOf(stack: LocalStack, { key, accountId, fast, slow }: Probe): Promise<Wait> {
  const recipient = anAddress("probe");
  await stack.accepted(key, { recipient, smtp_account_id: accountId });
  const [startedAt, takenBefore] = [performance.now(), slow.accepted.length];
  const isTaken = async () => fast.accepted.some(({ to }) => to.includes(recipient));
  await until(isTaken, (yes) => yes, { withinMs: 400_000, everyMs: 2 });
  return { ms: Math.round(performance.now() - startedAt), overtaken: slow.accepted.length - takenBefore };
}

/** Fills the queue with one owner's mails for a slow account, then sends single mails of another owner and through another account (D25). */
export async function fairnessRun({ backlog, perMailMs, probes }: FairnessOptions): Promise<FairnessReport> {
  const [stack, slow, fast] = await Promise.all([LocalStack.start(SETTINGS), slowProvider(perMailMs), slowProvider(0)]);
  const at = (server: RudeSmtpServer) => ({ host: "127.0.0.1", port: server.port, encryption: "none" });
  try {
    const busy = await stack.owner(at(slow));
    const second = await stack.createAccount(busy.token, { ...at(fast), label: "Second" });
    const { sub, api_key: key } = stack.file.other;
    const account = await stack.createAccount(await stack.token(sub), at(fast));
    await fill(stack, busy, backlog);
    await until(
      async () => slow.accepted.length,
      (count) => count >= MOVING,
    );
    const others: Wait[] = [];
    const seconds: Wait[] = [];
    for (let probe = 0; probe < probes; probe++) {
      others.push(await waitOf(stack, { key, accountId: String(account.id), fast, slow }));
      seconds.push(await waitOf(stack, { key: busy.key, accountId: String(second.id), fast, slow }));
    }
    return { backlog, leftOver: backlog - slow.accepted.length, otherOwner: others, otherAccount: seconds };
  } finally {
    await stack.close();
    await Promise.all([slow.close(), fast.close()]);
  }
}
