import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { aMailbox, listed, RawClient, send, temporaryFolder } from "./mailbox-fixture.ts";
import { aMailboxProcess } from "./mailbox-process.ts";

describe("what the mailbox keeps", () => {
  it("survives a restart", async () => {
    const first = await aMailbox();
    await send(first.smtpPort, { to: "b@y.test", subject: "before" });
    await first.close();
    const second = await aMailbox({ dataDir: first.dir });
    await send(second.smtpPort, { to: "b@y.test", subject: "after" });
    expect((await listed(second, "?to=b@y.test")).map(({ subject }) => subject)).toEqual(["after", "before"]);
  });

  it("survives kill -9: whatever was acknowledged is there", async () => {
    const dir = await temporaryFolder();
    const { child, smtpPort } = await aMailboxProcess(dir);
    const acknowledged = new Set<string>();
    const client = async (name: number) => {
      const raw = new RawClient(smtpPort);
      await raw.greet();
      for (let n = 0; n < 100_000; n += 1) {
        raw.socket.write("MAIL FROM:<a@x.test>\r\nRCPT TO:<b@y.test>\r\nDATA\r\n");
        for (let replies = 0; replies < 3; replies += 1) await raw.reply();
        const subject = `${name}-${n}`;
        if ((await raw.say(`Subject: ${subject}\r\n\r\nx\r\n.`)).startsWith("250 ")) acknowledged.add(subject);
        if (acknowledged.size === 700) child.kill("SIGKILL");
      }
    };
    await Promise.allSettled(Array.from({ length: 8 }, (_, name) => client(name)));
    expect(child.signalCode ?? (await once(child, "exit"))[1]).toBe("SIGKILL");
    expect(acknowledged.size).toBeGreaterThanOrEqual(700);
    const reopened = await aMailbox({ dataDir: dir });
    const kept = new Set((await listed(reopened, "?limit=1000")).map(({ subject }) => subject));
    expect([...acknowledged].filter((subject) => !kept.has(subject))).toEqual([]);
  });

  it("is the newest `keep`, also when `keep` has become smaller", async () => {
    const first = await aMailbox({ keep: 3 });
    for (let n = 1; n <= 5; n += 1) await send(first.smtpPort, { to: "b@y.test", subject: String(n) });
    expect((await listed(first)).map(({ subject }) => subject)).toEqual(["5", "4", "3"]);
    expect(await listed(first, "?to=b@y.test")).toHaveLength(3);
    await first.close();
    const second = await aMailbox({ dataDir: first.dir, keep: 1 });
    expect((await listed(second)).map(({ subject }) => subject)).toEqual(["5"]);
  });

  it.each([0, -1, 1.5, Number.NaN])("refuses to keep %d", async (keep) => {
    await expect(aMailbox({ keep })).rejects.toThrow("keep must be a whole number from 1");
  });
});

describe("close()", () => {
  it("closes in spite of open connections of every kind", async () => {
    const mailbox = await aMailbox();
    const idle = new RawClient(mailbox.smtpPort);
    await idle.greet();
    const inData = new RawClient(mailbox.smtpPort);
    await inData.upToData(["b@y.test"]);
    const slow = new RawClient(mailbox.smtpPort);
    await slow.upToData(["slow60@x.test"]);
    slow.socket.write("Subject: x\r\n\r\nx\r\n.\r\n");
    const handshaking = new RawClient(mailbox.smtpPort);
    await handshaking.greet();
    await handshaking.say("STARTTLS");
    const events = await fetch(`${mailbox.url}/api/events`);
    const halfRequest = connect(Number(new URL(mailbox.url).port), "127.0.0.1");
    halfRequest.on("error", () => undefined);
    halfRequest.write("GET /api/messages HTTP/1.1\r\nHost: x\r\n");
    await once(halfRequest, "connect");
    const startedMs = performance.now();
    await mailbox.close();
    expect(performance.now() - startedMs).toBeLessThan(20_000);
    await Promise.all([idle, inData, slow, handshaking].map(({ ended }) => ended));
    await events.body?.cancel().catch(() => undefined);
    halfRequest.destroy();
  });

  it("frees its ports, and a second start on a taken port fails and leaves nothing open", async () => {
    const first = await aMailbox();
    const ports = { smtpPort: first.smtpPort, httpPort: Number(new URL(first.url).port) };
    await expect(aMailbox({ httpPort: ports.httpPort })).rejects.toMatchObject({ code: "EADDRINUSE" });
    await expect(aMailbox({ smtpPort: ports.smtpPort })).rejects.toMatchObject({ code: "EADDRINUSE" });
    await first.close();
    const second = await aMailbox(ports);
    expect(second.smtpPort).toBe(ports.smtpPort);
  });
});
