import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { end, startScript } from "./child.ts";

const LOOK_EVERY_MS = 20;

export interface Sink {
  readonly smtpPort: number;
  readonly authorityDir: string;
  readonly authorityFile: string;
  count(): number;
  /** Maps recipients to the times in epoch milliseconds at which their mails arrived, with one entry for each copy. */
  arrivals(): ReadonlyMap<string, readonly number[]>;
  untilCount(count: number, withinMs: number): Promise<boolean>;
  empty(): Promise<void>;
  /** Makes the server accept connections but answer nothing until `speakAgain`. */
  fallSilent(): void;
  speakAgain(): void;
  close(): Promise<void>;
}

/**
 * Runs the local stack's mailbox in a separate process. This process reads the mailbox's file directly, which costs the
 * mailbox nothing.
 */
export async function startSink(folder: string): Promise<Sink> {
  const { child, line } = await startScript(join(import.meta.dirname, "serve-sink.ts"), { args: [folder] });
  const { url, smtpPort }: { url: string; smtpPort: number } = JSON.parse(line);
  const db = new DatabaseSync(join(folder, "mailbox.sqlite"), { readOnly: true });
  const counting = db.prepare("SELECT count(*) AS count FROM message");
  const listing = db.prepare("SELECT rcpt_to, received_at FROM message");
  const count = () => Number(counting.get()?.count ?? 0);
  return {
    smtpPort,
    authorityDir: folder,
    authorityFile: join(folder, "local-authority.cert.pem"),
    count,
    arrivals() {
      const found = new Map<string, number[]>();
      for (const { rcpt_to, received_at } of listing.all()) {
        const to = String(JSON.parse(String(rcpt_to))[0]);
        found.set(to, [...(found.get(to) ?? []), Date.parse(String(received_at))]);
      }
      return found;
    },
    async untilCount(wanted, withinMs) {
      const last = performance.now() + withinMs;
      while (count() < wanted) {
        if (performance.now() > last) return false;
        await pause(LOOK_EVERY_MS);
      }
      return true;
    },
    async empty() {
      await fetch(`${url}/api/messages`, { method: "DELETE" });
    },
    fallSilent: () => void child.kill("SIGSTOP"),
    speakAgain: () => void child.kill("SIGCONT"),
    async close() {
      child.kill("SIGCONT");
      db.close();
      await end(child);
    },
  };
}
