import { randomBytes } from "node:crypto";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, it } from "vitest";
import { explanations } from "../../../shared/channels/domain/explanations.ts";
import type { EmailAttachment } from "../../../shared/email/domain/attachment.ts";
import { mailCode } from "../../../shared/email/domain/explanation/mail-explainer.ts";
import { MAIL_CAUSES } from "../../../shared/email/domain/mail-causes.ts";
import type { MailFiles } from "../../../shared/email/ports.ts";
import { SmtpMailer } from "../../../shared/email/smtp/smtp-mailer.ts";
import { addressGuard } from "../../../shared/kernel/network/address-guard.ts";
import { MAIL_PARSERS } from "../../support/mail-parsers.ts";
import { aMail, aRoute } from "../../support/mailer-fixtures.ts";

const FILE = randomBytes(4_000_000);
const attachments: readonly EmailAttachment[] = [
  { filename: "a.bin", contentType: "application/octet-stream", sizeBytes: FILE.length, source: { key: "a" } },
];
const whole: MailFiles["read"] = async (_, from, bytes) => FILE.subarray(from, from + bytes);

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** Starts a server that keeps only mails which ended with their dot. */
async function aServer(options: SMTPServerOptions = {}) {
  const received: Buffer[] = [];
  const begun = { mails: 0, connections: 0 };
  const server = new SMTPServer({
    ...{ disabledCommands: ["STARTTLS", "AUTH"], authOptional: true, disableReverseLookup: true, closeTimeout: 100 },
    onConnect(_, done) {
      begun.connections += 1;
      done();
    },
    ...options,
    onData(stream, _session, done) {
      begun.mails += 1;
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", () => {});
      stream.on("end", () => {
        received.push(Buffer.concat(chunks));
        done();
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(() => new Promise<void>((resolve) => server.close(resolve)));
  return { received, begun, port: (server.server.address() as AddressInfo).port };
}

function aMailer(readFile: MailFiles["read"]): SmtpMailer {
  const mailer = new SmtpMailer({ guard: addressGuard({ allow: ["127.0.0.0/8"] }), readFile });
  open.unshift(() => mailer.closeAll());
  return mailer;
}

describe("a mail with a stored file (D43)", () => {
  it("arrives byte by byte, over the connection of the mail before", async () => {
    const { received, begun, port } = await aServer();
    const mailer = aMailer(whole);
    for (const mail of [aMail(), aMail({ attachments }), aMail()])
      expect(await mailer.send(aRoute(port), mail, 20_000)).toMatchObject({ kind: "answered" });
    expect([received.length, begun.connections]).toEqual([3, 1]);
    for (const parse of Object.values(MAIL_PARSERS)) {
      const { files } = await parse(received[1] ?? Buffer.alloc(0));
      expect(Buffer.compare(files[0]?.content ?? Buffer.alloc(0), FILE)).toBe(0);
    }
  });

  it.each([
    ["fails", () => Promise.reject(new Error("the bucket is away"))],
    ["is shorter than it was", async () => FILE.subarray(0, 10)],
  ])(
    "is never taken by the server when its file %s in the middle, and goes out whole the next time",
    async (_, broken) => {
      const { received, begun, port } = await aServer();
      let isBroken = true;
      const mailer = aMailer((key, from, bytes) => (from > 0 && isBroken ? broken() : whole(key, from, bytes)));
      const failed = await mailer.send(aRoute(port), aMail({ attachments }), 20_000);
      expect(failed).toEqual({
        kind: "failed",
        isTerminal: false,
        stage: "content",
        cause: MAIL_CAUSES.file_unreadable,
      });
      expect(
        explanations.explanationOf(mailCode({ stage: "content", text: MAIL_CAUSES.file_unreadable })),
      ).toMatchObject({
        code: "file_unreadable",
      });
      expect([begun.mails, received.length]).toEqual([1, 0]);
      isBroken = false;
      expect(await mailer.send(aRoute(port), aMail({ attachments }), 20_000)).toMatchObject({ kind: "answered" });
      expect([received.length, begun.connections]).toEqual([1, 2]);
    },
  );

  it("is not begun at a server that announces a smaller size", async () => {
    const { begun, port } = await aServer({ size: 5_000_000 });
    let reads = 0;
    const mailer = aMailer((...range) => {
      reads += 1;
      return whole(...range);
    });
    const failed = await mailer.send(aRoute(port), aMail({ attachments }), 20_000);
    expect(failed).toMatchObject({ kind: "failed", isTerminal: true, stage: "content" });
    const { cause = "", stage } = failed.kind === "failed" ? failed : {};
    expect(mailCode({ stage, text: cause })).toBe("message_too_large");
    expect([begun.mails, reads]).toEqual([0, 0]);
    expect(await mailer.send(aRoute(port), aMail(), 20_000)).toMatchObject({ kind: "answered" });
  });

  it.each([
    ["refuses it", "552 too much", { kind: "failed", isTerminal: true, stage: "content" }],
    ["says that it has it", "250 thanks", { kind: "failed", isTerminal: false, isInDoubt: true, stage: "content" }],
  ])("leaves the connection to a server that %s before it has the whole of it", async (_, answer, outcome) => {
    const sockets: Socket[] = [];
    const connections: string[] = [];
    const server = createServer((socket) => {
      const at = connections.push("") - 1;
      let isAnswered = false;
      sockets.push(socket);
      socket.on("error", () => {});
      socket.write("220 hasty\r\n");
      socket.on("data", (chunk: Buffer) => {
        const wasContent = /^DATA\r\n/m.test(connections[at] ?? "");
        const seen = `${connections[at]}${chunk.toString("latin1")}`;
        connections[at] = seen;
        const isContent = /^DATA\r\n/m.test(seen);
        if (isContent && !wasContent) socket.write("354 go on\r\n");
        if (isContent && seen.length > 200_000 && !isAnswered) socket.write(`${answer}\r\n`);
        isAnswered ||= isContent && seen.length > 200_000;
        if (!isContent) for (const _line of chunk.toString("latin1").matchAll(/\r\n/g)) socket.write("250 ok\r\n");
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    open.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const mailer = aMailer(whole);
    expect(await mailer.send(aRoute(port), aMail({ attachments }), 20_000)).toMatchObject(outcome);
    const rest = mailer.send(aRoute(port), aMail({ attachments }), 20_000);
    await rest;
    expect(connections).toHaveLength(2);
    expect(connections.map((seen) => [...seen.matchAll(/^(?:RSET|MAIL FROM)/gm)].length)).toEqual([1, 1]);
  });

  it("ends in time at a server that reads slowly, which has not got the whole of it", async () => {
    const sockets: Socket[] = [];
    let seen = "";
    // This server reads the commands, but only the beginning of the content.
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on("error", () => {});
      socket.write("220 slow\r\n");
      socket.on("data", (chunk: Buffer) => {
        seen += chunk.toString("latin1");
        if (/^DATA\r\n/m.test(seen)) {
          socket.write("354 go on\r\n");
          socket.pause();
        } else for (const _ of chunk.toString("latin1").matchAll(/\r\n/g)) socket.write("250 ok\r\n");
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    open.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    let reads = 0;
    const endless: MailFiles["read"] = async (_, __, bytes) => {
      reads += 1;
      return Buffer.alloc(bytes);
    };
    const large = attachments.map((file) => ({ ...file, sizeBytes: 60_000_000 }));
    const mailer = aMailer(endless);
    const failed = await mailer.send(
      aRoute((server.address() as AddressInfo).port),
      aMail({ attachments: large }),
      700,
    );
    expect(failed).toMatchObject({
      ...{ kind: "failed", isTerminal: false, stage: "content" },
      cause: "no answer from the server within 700 ms",
    });
    expect(failed).not.toHaveProperty("isInDoubt");
    // The mailer has read no more of the file than the sockets hold.
    expect(reads).toBeLessThan(30);
  });
});
