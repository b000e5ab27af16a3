import { createSocket } from "node:dgram";
import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { ResolvedDomainTexts } from "../../../shared/email/dns/resolved-domain-texts.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A name server with one answer for every question (RFC 1035 section 4): texts, a code, or silence. */
async function nameServer(answer: readonly (readonly string[])[] | "nothing such" | "failure" | "silence") {
  const socket = createSocket("udp4");
  closing.push(() => socket.close());
  socket.on("message", (question, { port }) => {
    if (answer === "silence") return;
    const code = { "nothing such": 3, failure: 2 }[String(answer)] ?? 0;
    const records = Array.isArray(answer) ? answer.map(txt) : [];
    // Of the question, without what may stand behind it (EDNS).
    const end = question.indexOf(0, 12) + 5;
    const head = Buffer.from([
      question[0] ?? 0,
      question[1] ?? 0,
      0x81,
      0x80 | code,
      0,
      1,
      0,
      records.length,
      0,
      0,
      0,
      0,
    ]);
    socket.send(Buffer.concat([head, question.subarray(12, end), ...records]), port);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return new ResolvedDomainTexts([`127.0.0.1:${socket.address().port}`]);
}

function txt(strings: readonly string[]): Buffer {
  const content = Buffer.concat(strings.map((text) => Buffer.from([text.length, ...Buffer.from(text)])));
  const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, content.length >> 8, content.length & 0xff]);
  return Buffer.concat([head, content]);
}

describe("ResolvedDomainTexts", () => {
  it("puts the strings of a record together", async () => {
    const texts = await nameServer([["v=DKIM1; ", "p=MIGf"], ["other"]]);
    expect(await texts.at("a._domainkey.shop.example")).toEqual(["v=DKIM1; p=MIGf", "other"]);
  });

  it("tells no record from no answer", async () => {
    expect(await (await nameServer([])).at("shop.example")).toEqual([]);
    expect(await (await nameServer("nothing such")).at("shop.example")).toEqual([]);
    expect(await (await nameServer("failure")).at("shop.example")).toBeUndefined();
    expect(await (await nameServer("silence")).at("shop.example")).toBeUndefined();
  });
});
