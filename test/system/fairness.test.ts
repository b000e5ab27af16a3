import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { fairnessRun } from "../support/fairness-run.ts";
import { LocalStack } from "../support/local-stack.ts";

const BACKLOG = 300;
const PER_MAIL_MS = 1000;
/**
 * The busy account's ten connections accept at most this many in two seconds. A queue without fairness would let the
 * whole backlog pass first.
 */
const MOST_OVERTAKEN = 20;

it("does not hold up another owner's mail, or another account's, behind a slow account's backlog (D25)", async () => {
  const report = await fairnessRun({ backlog: BACKLOG, perMailMs: PER_MAIL_MS, probes: 3 });
  console.log(JSON.stringify(report));
  for (const { overtaken } of report.otherOwner) expect(overtaken).toBeLessThanOrEqual(MOST_OVERTAKEN);
  // A slow account does not delay the others of its own owner either, although they share one message group.
  for (const { overtaken } of report.otherAccount) expect(overtaken).toBeLessThanOrEqual(MOST_OVERTAKEN);
  // The run proves nothing unless there was a backlog all the time.
  expect(report.leftOver).toBeGreaterThan(BACKLOG / 4);
}, 600_000);

/** The mailer opens at most this many connections of one owner at once. */
const OPENING_AT_ONCE = 8;

/** Starts a server that accepts connections and never sends anything. */
async function silentServer() {
  const counts = { open: 0, most: 0 };
  const server = createServer((socket) => {
    counts.open += 1;
    counts.most = Math.max(counts.most, counts.open);
    socket
      .on("error", () => {})
      .on("close", () => {
        counts.open -= 1;
      });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, counts };
}

it("does not hold up another owner's mail behind many accounts whose servers never answer", async () => {
  const { port, counts } = await silentServer();
  const stack = await LocalStack.start();
  onTestFinished(() => stack.close());
  const [loud, quiet] = [await stack.owner(null), await stack.owner()];
  const silent = { host: "127.0.0.1", port, encryption: "none" };
  const accounts = await Promise.all(Array.from({ length: 40 }, () => stack.createAccount(loud.token, silent)));
  const mails = [...accounts, ...accounts].map(({ id }) => stack.accepted(loud.key, { smtp_account_id: id }));
  const waiting = await Promise.all(mails);
  await expect.poll(() => counts.open).toBe(OPENING_AT_ONCE);
  for (let probe = 0; probe < 5; probe++) {
    const id = await stack.accepted(quiet.key);
    expect(await stack.settled(quiet.key, id)).toMatchObject({ status: "sent", attempts: 1 });
  }
  expect(counts.most).toBe(OPENING_AT_ONCE);
  // Messages whose turn has not come have used no attempt.
  const untried = async () => {
    const states = await Promise.all(waiting.map((id) => stack.notification(loud.key, id)));
    return states.filter(({ attempts, last_error }) => attempts === 0 && !last_error).length;
  };
  await expect.poll(untried).toBeGreaterThan(waiting.length / 2);
}, 600_000);
