import { afterEach, describe, expect, it } from "vitest";
import { ResolvedDomainTexts } from "../../../shared/email/dns/resolved-domain-texts.ts";
import { anOwner } from "../../support/an-owner.ts";
import { type DnsAnswer, type DnsRecord, nameServer } from "../../support/name-server.ts";

/** This suits name servers that answer at once or never. */
const TIMEOUT_MS = 400;

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Resolves texts by a name server that gives the same answer to every question. */
async function textsBy(answer: readonly (readonly string[])[] | Exclude<DnsAnswer, readonly DnsRecord[]>) {
  const given = typeof answer === "string" ? answer : answer.map((value): DnsRecord => ({ type: "TXT", value }));
  const server = await nameServer(() => given);
  closing.push(server.close);
  const texts = new ResolvedDomainTexts({ servers: [server.address], timeoutMs: TIMEOUT_MS });
  return { at: (name: string, owner = anOwner()) => texts.at(name, owner), server };
}

describe("ResolvedDomainTexts", () => {
  it("puts the strings of a record together", async () => {
    const texts = await textsBy([["v=DKIM1; ", "p=MIGf"], ["other"]]);
    expect(await texts.at("a._domainkey.shop.example")).toEqual(["v=DKIM1; p=MIGf", "other"]);
  });

  it("tells no record from no answer", async () => {
    expect(await (await textsBy([])).at("shop.example")).toEqual([]);
    expect(await (await textsBy("nothing such")).at("shop.example")).toEqual([]);
    expect(await (await textsBy("failure")).at("shop.example")).toBeUndefined();
    expect(await (await textsBy("silence")).at("shop.example")).toBeUndefined();
  });

  it("keeps no owner waiting for another one's look-ups that nobody answers", async () => {
    const server = await nameServer(({ name }) =>
      name.startsWith("hole") ? "silence" : [{ type: "TXT", value: "here" }],
    );
    closing.push(server.close);
    const texts = new ResolvedDomainTexts({ servers: [server.address], timeoutMs: TIMEOUT_MS });
    const loud = anOwner();
    const holes = Array.from({ length: 40 }, (_, i) => texts.at(`hole${i}.example`, loud));
    await expect.poll(() => server.asked.length).toBe(10);
    expect(await texts.at("shop.example", anOwner())).toEqual(["here"]);
    expect(server.asked).toHaveLength(11);
    expect(new Set(await Promise.all(holes))).toEqual(new Set([undefined]));
  });
});
