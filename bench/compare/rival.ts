import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { end, familyOf, startScript } from "./child.ts";
import { BODY, type Contender, type Environment } from "./contender.ts";
import { installPackages, installStore, PACKAGES, type Store, startPostgres, startRedis } from "./rival-stores.ts";

const SCRIPT = join(import.meta.dirname, "rival-service.mjs");
/** The mail of a dead worker is retried after this time. Like Herald's lease, it is longer than any send. */
const RECOVERY_SECONDS = 35;
const FILL_TIMEOUT_MS = 600_000;

export type RivalKind = "bullmq" | "pg-boss";

/**
 * Runs a queue library with nodemailer behind a plain HTTP server, with its store in a separate process. Throws if it
 * cannot be installed.
 */
export async function rivalContender(kind: RivalKind, at: Environment): Promise<Contender> {
  installPackages();
  installStore(kind === "bullmq" ? "redis-server" : "postgresql");
  const store: Store = await (kind === "bullmq" ? startRedis(at.folder) : startPostgres());
  const settings = {
    packages: PACKAGES,
    storePort: store.port,
    smtpPort: at.smtpPort,
    connections: at.connections,
    isTls: at.isTls,
    authorityFile: at.authorityFile,
    recoverySeconds: RECOVERY_SECONDS,
  };
  let child: ChildProcess | undefined;
  let port = 0;
  return {
    name: kind === "bullmq" ? "BullMQ + nodemailer" : "pg-boss + nodemailer",
    async fill(count, word) {
      const filler = await startScript(SCRIPT, {
        args: [kind, JSON.stringify({ ...settings, fill: { count, word, body: BODY } })],
        withinMs: FILL_TIMEOUT_MS,
      });
      await end(filler.child);
    },
    async start() {
      const started = await startScript(SCRIPT, { args: [kind, JSON.stringify(settings)] });
      child = started.child;
      ({ port } = JSON.parse(started.line));
    },
    async accept({ to }) {
      const mail = JSON.stringify({ to, body: BODY });
      const response = await fetch(`http://127.0.0.1:${port}/mails`, { method: "POST", body: mail });
      await response.arrayBuffer();
      if (response.status !== 202) throw new Error(`not accepted: ${response.status}`);
      return "";
    },
    kill: () => end(child, "SIGKILL"),
    pids: () => [...familyOf(child?.pid), ...store.pids()],
    async stop() {
      await end(child);
      await store.stop();
    },
  };
}
