import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { AddressUnresolvedError, addressGuard } from "../../../shared/kernel/network/address-guard.ts";
import { ownerTurns, TurnPostponedError } from "../../../shared/kernel/network/owner-turns.ts";
import { systemNames } from "../../../shared/kernel/network/system-names.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aRecord, type DnsAnswer, type DnsQuestion, nameServer } from "../../support/name-server.ts";

const ALLOW = ["127.0.0.0/8", "::1"];
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function servedBy(answer: (question: DnsQuestion) => DnsAnswer) {
  const server = await nameServer(answer);
  closing.push(server.close);
  return server;
}

/**
 * Starts a name server that never answers for names below `hole.test`, and answers this machine's address for all other
 * names.
 */
const withHoles = () => servedBy(({ name }) => (name.endsWith("hole.test") ? "silence" : [aRecord("127.0.0.1")]));

async function namesBy(answer: (question: DnsQuestion) => DnsAnswer, hosts = "") {
  const server = await servedBy(answer);
  const folder = await mkdtemp(join(tmpdir(), "herald-hosts-"));
  closing.push(() => rm(folder, { recursive: true }));
  const hostsFile = join(folder, "hosts");
  if (hosts !== "") await writeFile(hostsFile, hosts);
  const resolve = systemNames({ servers: [server.address], hostsFile });
  return { server, resolve: (name: string, signal = AbortSignal.timeout(20_000)) => resolve(name, signal) };
}

describe("addressGuard() with a name server", () => {
  it.each([
    ["eight", 8, {}],
    ["forty", 40, { timeoutMs: 500, lookups: ownerTurns({ maxWaitMs: 100 }) }],
  ])("keeps no owner waiting for %s names of another one that nobody answers", async (_many, count, options) => {
    const { address } = await withHoles();
    const guard = addressGuard({ allow: ALLOW, servers: [address], timeoutMs: 1_500, ...options });
    const loud = anOwner();
    let givenUp = 0;
    const holes = Array.from({ length: count }, (_, i) =>
      guard.resolve(`h${i}.hole.test`, loud).catch((error: unknown) => {
        if (error instanceof AddressUnresolvedError) givenUp += 1;
        return error;
      }),
    );
    for (let i = 0; i < 20; i++)
      expect(await guard.resolve("mail.good.test", anOwner())).toEqual([{ address: "127.0.0.1", family: 4 }]);
    // The look-ups of the good names succeed before the resolver gives up any other look-up.
    expect(givenUp).toBe(0);
    const ends = await Promise.all(holes);
    expect(ends.slice(0, 4).every((end) => end instanceof AddressUnresolvedError)).toBe(true);
    // The resolver sent no question for the remaining names, so their look-ups are postponed and have not failed.
    expect(ends.slice(4).every((end) => end instanceof TurnPostponedError)).toBe(true);
  });

  it("asks for a name of any script as DNS writes it", async () => {
    const { address, asked } = await withHoles();
    await addressGuard({ allow: ALLOW, servers: [address] }).resolve("Bücher.test", anOwner());
    expect(new Set(asked.map(({ name }) => name))).toEqual(new Set(["xn--bcher-kva.test"]));
  });

  it("asks once for a name that many mails of one owner wait for, and again for the next", async () => {
    const { address, asked } = await withHoles();
    const guard = addressGuard({ allow: ALLOW, servers: [address], timeoutMs: 300 });
    const owner = anOwner();
    const together = Array.from({ length: 50 }, () => guard.resolve("mail.good.test", owner));
    expect(new Set((await Promise.all(together)).map(([one]) => one?.address))).toEqual(new Set(["127.0.0.1"]));
    expect(asked.filter(({ type }) => type === "A")).toHaveLength(1);
    await guard.resolve("mail.good.test", owner);
    expect(asked.filter(({ type }) => type === "A")).toHaveLength(2);
    const holes = Array.from({ length: 30 }, () => guard.resolve("one.hole.test", owner).catch(String));
    expect(new Set(await Promise.all(holes))).toEqual(
      new Set(["AddressUnresolvedError: one.hole.test could not be resolved within 300 ms"]),
    );
  });

  it("lets a name have its turn when the ones before it have ended", async () => {
    const { address } = await withHoles();
    const guard = addressGuard({ allow: ALLOW, servers: [address], timeoutMs: 300 });
    const owner = anOwner();
    const holes = Array.from({ length: 4 }, (_, i) => guard.resolve(`h${i}.hole.test`, owner).catch(() => undefined));
    expect(await guard.resolve("mail.good.test", owner)).toHaveLength(1);
    await Promise.all(holes);
  });

  it("asks no more when the time is over, and leaves no socket open", async () => {
    const { address, asked } = await withHoles();
    const guard = addressGuard({ allow: ALLOW, servers: [address], timeoutMs: 100 });
    const openFiles = async () => (await readdir("/proc/self/fd").catch(() => [])).length;
    const before = await openFiles();
    for (let i = 0; i < 20; i++)
      await expect(guard.resolve(`h${i}.hole.test`, anOwner())).rejects.toThrow(AddressUnresolvedError);
    const inTime = asked.length;
    expect(await openFiles()).toBeLessThan(before + 10);
    // This pause is longer than the time after which a question is repeated.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(asked).toHaveLength(inTime);
  });
});

describe("systemNames()", () => {
  it("answers the addresses of both families in turn, and those of one when the other has none", async () => {
    const { resolve } = await namesBy(({ name }) =>
      name === "both.test"
        ? [aRecord("192.0.2.1"), aRecord("192.0.2.2"), aRecord("2001:db8::1")]
        : [aRecord(name === "six.test" ? "2001:db8::6" : "192.0.2.4")],
    );
    expect(await resolve("both.test")).toEqual(["192.0.2.1", "2001:db8::1", "192.0.2.2"]);
    expect(await resolve("six.test")).toEqual(["2001:db8::6"]);
    expect(await resolve("four.test.")).toEqual(["192.0.2.4"]);
  });

  it.each(["A", "AAAA"] as const)("does without %s where nobody answers for it", async (silent) => {
    const { resolve } = await namesBy(({ type }) =>
      type === silent ? "silence" : [aRecord("192.0.2.1"), aRecord("2001:db8::1")],
    );
    expect(await resolve("half.test")).toEqual([silent === "A" ? "2001:db8::1" : "192.0.2.1"]);
  });

  it("follows another name", async () => {
    const { resolve } = await namesBy(({ name }) => [
      { type: "CNAME", value: "real.test", name },
      { ...aRecord("192.0.2.7"), name: "real.test" },
    ]);
    expect(await resolve("alias.test")).toEqual(["192.0.2.7"]);
  });

  it("asks again over TCP when an answer was cut", async () => {
    const many = Array.from({ length: 60 }, (_, i) => aRecord(`192.0.2.${i + 1}`));
    const { server, resolve } = await namesBy(({ isTcp }) => (isTcp ? many : "truncated"));
    expect(await resolve("many.test")).toHaveLength(60);
    expect(server.asked.some(({ isTcp }) => isTcp)).toBe(true);
  });

  it("repeats a question that was lost", async () => {
    let questions = 0;
    const { resolve } = await namesBy(() => (questions++ < 2 ? "silence" : [aRecord("192.0.2.1")]));
    expect(await resolve("lossy.test")).toEqual(["192.0.2.1"]);
  });

  it("waits for the repeat of a lost question for IPv4 addresses, though IPv6 has answered", async () => {
    let lost = 0;
    const { resolve } = await namesBy(({ type }) => {
      if (type === "A" && lost++ === 0) return "silence";
      return [aRecord("192.0.2.1"), { type: "AAAA", value: "2001:db8::1" }];
    });
    expect(await resolve("lossy.test")).toEqual(["192.0.2.1", "2001:db8::1"]);
  });

  it.each(["nothing such", "failure"] as const)("throws where there is %s", async (answer) => {
    const { resolve } = await namesBy(() => answer);
    await expect(resolve("none.test")).rejects.toThrow();
  });

  it("throws where a name has no address", async () => {
    const { resolve } = await namesBy(() => []);
    await expect(resolve("text-only.test")).rejects.toThrow();
  });

  it("asks the hosts file before the name servers, and no name server for this machine's own names", async () => {
    const { server, resolve } = await namesBy(
      () => [aRecord("192.0.2.1")],
      "# ours\n127.0.0.1 localhost\n10.0.0.9\tMail.Docker mail # a relay\n::9 mail\n300.1.1.1 wrong\n10.0.0.10 mail.docker\r\n",
    );
    expect(await resolve("mail")).toEqual(["10.0.0.9", "::9"]);
    expect(await resolve("mail.docker.")).toEqual(["10.0.0.9", "10.0.0.10"]);
    expect(await resolve("localhost")).toEqual(["127.0.0.1"]);
    expect(await resolve("app.localhost")).toEqual(["127.0.0.1", "::1"]);
    expect(server.asked).toEqual([]);
    expect(await resolve("wrong")).toEqual(["192.0.2.1"]);
  });

  it("knows this machine's own names without a hosts file", async () => {
    const { server, resolve } = await namesBy(() => []);
    expect(await resolve("localhost")).toEqual(["127.0.0.1", "::1"]);
    expect(server.asked).toEqual([]);
  });

  it("asks for a name as it stands: there are no search domains", async () => {
    const { server, resolve } = await namesBy(() => "nothing such");
    await expect(resolve("mail")).rejects.toThrow();
    expect(new Set(server.asked.map(({ name }) => name))).toEqual(new Set(["mail"]));
  });
});
