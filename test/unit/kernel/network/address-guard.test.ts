import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AddressGuardOptions,
  AddressRefusedError,
  AddressUnresolvedError,
  addressGuard,
} from "../../../../shared/kernel/network/address-guard.ts";
import { pinnedLookup } from "../../../../shared/kernel/network/pinned-lookup.ts";
import { anOwner } from "../../../support/an-owner.ts";

const guardFor = (options: AddressGuardOptions) => {
  const guard = addressGuard(options);
  return { resolve: (host: string, owner = anOwner()) => guard.resolve(host, owner) };
};
const never = () => Promise.reject(new Error("the resolver must not be asked"));
const closed = guardFor({ allow: [], resolveName: never });
const resolving = (...addresses: string[]) => guardFor({ allow: [], resolveName: () => Promise.resolve(addresses) });

const REFUSED = [
  ..."0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 127.0.0.1 127.255.0.1 168.63.129.16".split(
    " ",
  ),
  ..."169.254.169.254 169.254.170.2 172.16.0.1 172.31.255.255 192.0.0.192 192.0.2.1 192.88.99.1 192.168.1.1".split(" "),
  ..."198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255".split(
    " ",
  ),
  ...":: ::1 fe80::1 fec0::1 fc00::1 fd00:ec2::254 ff02::1 2001:db8::1 2001::1 2001:2::1 2002:7f00:1::1 3fff::1".split(
    " ",
  ),
  ..."::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1 ::127.0.0.1 64:ff9b::127.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b:1::1".split(
    " ",
  ),
  ..."100::1 2002:808:808::1 [::1] [::ffff:a00:1] 0:0:0:0:0:ffff:a00:1 64:ff9b::".split(" "),
];
const OTHER_SPELLINGS =
  "2130706433 0x7f000001 0x7f.0.0.1 0177.0.0.1 127.1 127.0.1 017700000001 0x7f.1 ①②⑦.⓪.⓪.① 0xA9FEA9FE 127.0.0.1.".split(
    " ",
  );
const PUBLIC =
  "1.1.1.1 8.8.8.8 172.15.0.1 172.32.0.1 100.63.0.1 100.128.0.1 192.0.1.1 223.255.255.255 2606:4700::1111 2a00::1 64:ff9b::808:808 64:ff9b::8.8.8.8".split(
    " ",
  );

describe("addressGuard()", () => {
  it.each(REFUSED)("refuses %s", async (address) => {
    await expect(closed.resolve(address)).rejects.toThrow(AddressRefusedError);
  });

  it.each(REFUSED.filter((address) => !address.startsWith("[")))(
    "refuses a name that resolves to %s",
    async (address) => {
      await expect(resolving(address).resolve("mail.example.com")).rejects.toThrow(AddressRefusedError);
    },
  );

  it.each(OTHER_SPELLINGS)("sees through the spelling %s without asking the resolver", async (host) => {
    await expect(closed.resolve(host)).rejects.toThrow(AddressRefusedError);
  });

  it.each(PUBLIC)("permits %s", async (address) => {
    expect(await closed.resolve(address)).toHaveLength(1);
    expect(await resolving(address).resolve("mail.example.com")).toHaveLength(1);
  });

  it.each([
    "",
    " ",
    "a b",
    "a/b",
    "a@b",
    "a:25",
    "a?b",
    "a\\b",
    "a#b",
    "%",
    "[::1",
    "1.2.3.999",
    "0x100000000",
    "a\r\nb",
  ])("refuses %j, which is no host", async (host) => {
    await expect(closed.resolve(host)).rejects.toThrow(AddressRefusedError);
  });

  it("refuses every address of a closed range and opens each by the allow-list alone", async () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const closedIpv4 = fc.oneof(
      fc.tuple(fc.constantFrom(0, 10, 127), byte, byte, byte),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
      fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
      fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
      fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
      fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte),
    );
    await fc.assert(
      fc.asyncProperty(closedIpv4, async (bytes) => {
        const dotted = bytes.join(".");
        const number = bytes.reduce((sum, part) => sum * 256 + part, 0);
        const hex = number.toString(16).padStart(8, "0");
        const [high, low] = [hex.slice(0, 4), hex.slice(4)];
        const spellings = [
          dotted,
          String(number),
          `0x${hex}`,
          `::ffff:${dotted}`,
          `::ffff:${high}:${low}`,
          `64:ff9b::${high}:${low}`,
          `2002:${high}:${low}::1`,
        ];
        for (const spelling of spellings) await expect(closed.resolve(spelling)).rejects.toThrow(AddressRefusedError);
        const open = guardFor({ allow: [`${dotted}/32`], resolveName: never });
        expect(await open.resolve(`::ffff:${dotted}`)).toEqual([{ address: dotted, family: 4 }]);
      }),
      { numRuns: 200 },
    );
  });

  it("answers only addresses that are permitted, whatever the resolver says", async () => {
    const anyAddress = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.constantFrom(...REFUSED, ...PUBLIC, "not an address", "fe80::1%eth0"),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(anyAddress, { maxLength: 8 }), async (addresses) => {
        const answer = await resolving(...addresses)
          .resolve("mail.example.com")
          .catch((error: unknown) => error);
        if (!Array.isArray(answer)) {
          expect(answer instanceof AddressRefusedError || answer instanceof AddressUnresolvedError).toBe(true);
          return;
        }
        expect(answer.length).toBeGreaterThan(0);
        for (const { address } of answer) expect(await closed.resolve(address)).toHaveLength(1);
      }),
      { numRuns: 300 },
    );
  });

  it("permits what the allow-list names: ranges, addresses, exact host names", async () => {
    const guard = guardFor({
      allow: ["127.0.0.0/8", "::1", "Relay.Internal", "fd00::/8", "10.0.0.5"],
      resolveName: (name) =>
        Promise.resolve(/^relay\.internal\.?$/.test(name) ? ["10.9.9.9"] : ["10.9.9.9", "127.0.0.1", "::1"]),
    });
    expect(await guard.resolve("127.9.9.9")).toEqual([{ address: "127.9.9.9", family: 4 }]);
    expect(await guard.resolve("[::1]")).toEqual([{ address: "::1", family: 6 }]);
    expect(await guard.resolve("fd00::7")).toEqual([{ address: "fd00::7", family: 6 }]);
    expect(await guard.resolve("RELAY.internal")).toEqual([{ address: "10.9.9.9", family: 4 }]);
    expect(await guard.resolve("relay.internal.")).toEqual([{ address: "10.9.9.9", family: 4 }]);
    expect(await guard.resolve("localhost")).toEqual([
      { address: "127.0.0.1", family: 4 },
      { address: "::1", family: 6 },
    ]);
    await expect(guard.resolve("10.0.0.6")).rejects.toThrow(AddressRefusedError);
    await expect(guard.resolve("sub.relay.internal.evil.test")).resolves.not.toContainEqual({
      address: "10.9.9.9",
      family: 4,
    });
  });

  it.each(["10.0.0.0/33", "10.0.0/8", "::1/129", "10.0.0.0/8/8", "10.0.0.0/", "", "a b", "http://x", "*.internal"])(
    "does not start with the allow-list entry %j",
    (entry) => {
      expect(() => guardFor({ allow: [entry] })).toThrow(RangeError);
    },
  );

  it("gives up on a resolver that is silent, fails or knows no address", async () => {
    const silent = guardFor({ allow: [], resolveName: () => new Promise(() => {}), timeoutMs: 30 });
    await expect(silent.resolve("mail.example.com")).rejects.toThrow(
      "mail.example.com could not be resolved within 30 ms",
    );
    const failing = guardFor({ allow: [], resolveName: () => Promise.reject(new Error("SERVFAIL")) });
    await expect(failing.resolve("mail.example.com")).rejects.toThrow(AddressUnresolvedError);
    await expect(resolving().resolve("mail.example.com")).rejects.toThrow(AddressUnresolvedError);
  });
});

describe("pinnedLookup()", () => {
  it("answers the vetted addresses whatever name is asked for", async () => {
    const lookup = pinnedLookup([
      { address: "1.1.1.1", family: 4 },
      { address: "2a00::1", family: 6 },
    ]);
    const all = await new Promise((resolve) => lookup("other.test", { all: true }, (_error, found) => resolve(found)));
    expect(all).toEqual([
      { address: "1.1.1.1", family: 4 },
      { address: "2a00::1", family: 6 },
    ]);
    const one = await new Promise((resolve) =>
      lookup("other.test", {}, (_error, address, family) => resolve([address, family])),
    );
    expect(one).toEqual(["1.1.1.1", 4]);
  });
});
