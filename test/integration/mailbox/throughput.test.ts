import { describe, expect, it } from "vitest";
import { listed, RawClient, temporaryFolder } from "./mailbox-fixture.ts";
import { aMailboxProcess } from "./mailbox-process.ts";

const MESSAGE = `From: a@x.test\r\nTo: b@y.test\r\nSubject: load\r\nMessage-ID: <1@x.test>\r\n\r\n${"A line of ordinary length in a mail.\r\n".repeat(27)}.`;

/** Sends the envelope in one write and then the message, like a client with PIPELINING. */
async function sendUntil(client: RawClient, endMs: number): Promise<number> {
  let acknowledged = 0;
  await client.greet();
  while (performance.now() < endMs) {
    client.socket.write("MAIL FROM:<a@x.test>\r\nRCPT TO:<b@y.test>\r\nDATA\r\n");
    for (let replies = 0; replies < 3; replies += 1) await client.reply();
    if ((await client.say(MESSAGE)).startsWith("250 ")) acknowledged += 1;
  }
  return acknowledged;
}

describe("mailbox throughput (M-mailbox-size)", () => {
  // The rate is only measured and printed, because it depends on the other work of the machine. The goal is 2000 mails
  // a second.
  it("over 100 connections is printed, and nothing acknowledged is missing", async () => {
    const { smtpPort, url } = await aMailboxProcess(await temporaryFolder());
    const startedMs = performance.now();
    const clients = Array.from({ length: 100 }, () => new RawClient(smtpPort));
    const counts = await Promise.all(clients.map((client) => sendUntil(client, startedMs + 2000)));
    const acknowledged = counts.reduce((sum, count) => sum + count, 0);
    const perSecond = Math.round(acknowledged / ((performance.now() - startedMs) / 1000));
    console.log(`mailbox: ${perSecond} messages of 1 kB a second over 100 connections`);
    const [newest] = await listed({ url });
    expect(counts.filter((count) => count === 0)).toEqual([]);
    expect(Number(newest?.id)).toBe(acknowledged);
  });
});
