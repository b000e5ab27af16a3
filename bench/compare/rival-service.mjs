// This file runs a mail service around another queue library: `rival-service.mjs <bullmq|pg-boss> <JSON of settings>`.
// POST /mails queues one mail and answers 202. It delivers through nodemailer's pool. The packages are in a separate
// folder.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [, , kind, json] = process.argv;
const settings = JSON.parse(json);
const load = (name) => import(pathToFileURL(createRequire(`${settings.packages}/package.json`).resolve(name)).href);
const nodemailer = (await load("nodemailer")).default;

const transport = nodemailer.createTransport({
  host: "127.0.0.1",
  port: settings.smtpPort,
  pool: true,
  maxConnections: settings.connections,
  maxMessages: 100,
  auth: { user: "demo", pass: "demo" },
  ...(settings.isTls
    ? { requireTLS: true, tls: { ca: readFileSync(settings.authorityFile), servername: "localhost" } }
    : { ignoreTLS: true }),
});
const deliver = ({ to, body }) => transport.sendMail({ from: "bench@herald.test", to, subject: "Bench", text: body });

/**
 * Configures BullMQ as its documentation advises for jobs that must not be lost: several attempts, exponential backoff,
 * and removal of finished jobs.
 */
async function bullmq() {
  const { Queue, Worker } = await load("bullmq");
  const connection = { host: "127.0.0.1", port: settings.storePort, maxRetriesPerRequest: null };
  const options = { attempts: 5, backoff: { type: "exponential", delay: 1000 }, removeOnComplete: true };
  const queue = new Queue("mails", { connection, defaultJobOptions: options });
  let worker;
  return {
    add: (mail) => queue.add("mail", mail),
    addMany: (mails) => queue.addBulk(mails.map((data) => ({ name: "mail", data }))),
    work: async () => {
      const recovery = { lockDuration: settings.recoverySeconds * 1000, stalledInterval: 5000, maxStalledCount: 5 };
      worker = new Worker("mails", (job) => deliver(job.data), {
        connection,
        concurrency: settings.connections,
        ...recovery,
      });
      worker.on("error", () => {});
    },
    close: async () => {
      await worker?.close();
      await queue.close();
    },
  };
}

/**
 * Configures pg-boss as its documentation advises for throughput: LISTEN/NOTIFY, and workers with batches that fetch
 * again while batches are full.
 */
async function pgBoss() {
  const { PgBoss } = await load("pg-boss");
  const boss = new PgBoss({
    host: "127.0.0.1",
    port: settings.storePort,
    user: "postgres",
    database: "postgres",
    max: 10,
    useListenNotify: true,
    superviseIntervalSeconds: 5,
    maintenanceIntervalSeconds: 5,
  });
  boss.on("error", () => {});
  await boss.start();
  const retry = { retryLimit: 5, retryDelay: 1, retryBackoff: true, expireInSeconds: settings.recoverySeconds };
  await boss.createQueue("mails", { ...retry, notify: true });
  return {
    add: (mail) => boss.send("mails", mail, retry),
    addMany: (mails) =>
      boss.insert(
        "mails",
        mails.map((data) => ({ data, ...retry })),
      ),
    work: async () => {
      const options = { batchSize: 20, localConcurrency: 2, burstWhenBatchFull: true, pollingIntervalSeconds: 0.5 };
      await boss.work("mails", options, (jobs) => Promise.all(jobs.map(({ data }) => deliver(data))));
    },
    close: () => boss.stop({ graceful: true, timeout: 5000 }),
  };
}

const queue = await (kind === "bullmq" ? bullmq() : pgBoss());
if (settings.fill) {
  const { count, word, body } = settings.fill;
  for (let first = 0; first < count; first += 500) {
    const mails = Array.from({ length: Math.min(500, count - first) }, (_, i) => ({
      to: `${word}+${first + i}@example.test`,
      body,
    }));
    await queue.addMany(mails);
  }
  console.log("filled");
  await queue.close();
  process.exit(0);
}

const readBody = async (request) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
};
const server = createServer((request, response) => {
  readBody(request)
    .then(queue.add)
    .then(
      () => response.writeHead(202).end("{}"),
      (error) => response.writeHead(500).end(String(error)),
    );
});
await queue.work();
server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ port: server.address().port })));
process.on("SIGTERM", () => {
  server.close();
  queue.close().finally(() => process.exit(0));
});
