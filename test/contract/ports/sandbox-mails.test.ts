import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { queryPartition } from "../../../shared/aws/dynamo/query-partition.ts";
import type { Clock } from "../../../shared/kernel/clock.ts";
import type { SandboxMail } from "../../../shared/sandbox/domain/sandbox-mail.ts";
import { sandboxPartition } from "../../../shared/sandbox/dynamo/sandbox-keys.ts";
import { DynamoSandboxMails } from "../../../shared/sandbox/dynamo/sandbox-mails.ts";
import type { SandboxMails } from "../../../shared/sandbox/ports.ts";
import { anOwner } from "../../support/an-owner.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryBlobStore } from "../../support/in-memory-blob-store.ts";
import { inMemorySandboxMails } from "../../support/in-memory-sandbox-mails.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
const blobStore = inMemoryBlobStore();
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const DAY_MS = 86_400_000;
const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const TEXT = "Subject: Hello\r\n\r\nGood morning.\r\n";
const aSource = (text = TEXT) => new TextEncoder().encode(text);
const textOf = async (source: Promise<Uint8Array | undefined>) => new TextDecoder().decode(await source);
const aSandboxMail = (n: number, changes: Partial<SandboxMail> = {}): SandboxMail => ({
  id: idOf(n),
  notificationId: crypto.randomUUID(),
  receivedAt: "2026-11-21T12:00:00.000Z",
  mailFrom: "herald@sender.example",
  rcptTo: ["anna@example.org"],
  messageId: `<${n}@sender.example>`,
  subject: `Mail ${n}`,
  from: "Herald <herald@sender.example>",
  size: 34,
  ...changes,
});

/** Tests the promises that every SandboxMails keeps. */
function sandboxMailsContract(name: string, open: (clock: Clock) => SandboxMails): void {
  describe(`SandboxMails: ${name}`, () => {
    const setUp = async (count = 0) => {
      const clock = fakeClock();
      const mails = open(clock);
      const owner = anOwner();
      const added = Array.from({ length: count }, (_, n) => aSandboxMail(n));
      for (const mail of added) await mails.add(owner, mail, aSource());
      return { clock, mails, owner, added };
    };

    it("gives mails back as they were, newest first, with their sources", async () => {
      const { mails, owner } = await setUp();
      const { notificationId: _none, ...testSend } = aSandboxMail(2);
      const added = [aSandboxMail(1, { rcptTo: ["anna@example.org", "bo@example.org"] }), testSend];
      for (const mail of added) await mails.add(owner, mail, aSource(mail.subject));
      expect(await mails.list(owner, { limit: 10 })).toEqual({ mails: added.toReversed() });
      expect(await mails.find(owner, idOf(1))).toEqual(added[0]);
      expect(await textOf(mails.source(owner, idOf(2)))).toBe("Mail 2");
    });

    it("knows no mail of another owner, and none that was never added", async () => {
      const { mails, owner } = await setUp(1);
      const other = anOwner();
      expect(await mails.list(other, { limit: 10 })).toEqual({ mails: [] });
      for (const [whose, id] of [[other, idOf(0)] as const, [owner, idOf(9)] as const]) {
        expect(await mails.find(whose, id)).toBeUndefined();
        expect(await mails.source(whose, id)).toBeUndefined();
      }
    });

    it("changes nothing when a mail of the same id is added again", async () => {
      const { mails, owner, added } = await setUp(2);
      await mails.add(owner, aSandboxMail(1, { subject: "Another" }), aSource("Another"));
      expect((await mails.list(owner, { limit: 10 })).mails).toEqual(added.toReversed());
      expect(await textOf(mails.source(owner, idOf(1)))).toBe(TEXT);
    });

    it("keeps the first of several mails with the same idempotency key, until the mails are cleared", async () => {
      const { mails, owner } = await setUp();
      const ids = async () => (await mails.list(owner, { limit: 10 })).mails.map(({ id }) => id);
      const add = (n: number, idempotencyKey: string, whose = owner) =>
        mails.add(whose, { ...aSandboxMail(n), idempotencyKey }, aSource(`Mail ${n}`));
      await Promise.all([add(1, "a"), add(1, "a", anOwner())]);
      await Promise.all([add(2, "a"), add(3, "a")]);
      await add(4, "b");
      expect(await ids()).toEqual([idOf(4), idOf(1)]);
      expect(await mails.find(owner, idOf(1))).toEqual({ ...aSandboxMail(1), notificationId: expect.any(String) });
      expect(await Promise.all([1, 2, 4].map((n) => textOf(mails.source(owner, idOf(n)))))).toEqual([
        "Mail 1",
        "",
        "Mail 4",
      ]);
      await mails.clear(owner);
      expect(await mails.source(owner, idOf(1))).toBeUndefined();
      await add(5, "a");
      expect(await ids()).toEqual([idOf(5)]);
      expect(await textOf(mails.source(owner, idOf(5)))).toBe("Mail 5");
    });

    it.for([
      ["a text that compresses well", "Good morning. ".repeat(100_000)],
      ["bytes that do not compress", randomBytes(400_000).toString("base64")],
      ["more than is compressed", randomBytes(2_000_000).toString("base64")],
    ])("keeps a source of %s", async ([, text = ""]) => {
      const { mails, owner } = await setUp();
      await mails.add(owner, aSandboxMail(1), aSource(text));
      const source = (await mails.source(owner, idOf(1))) ?? new Uint8Array();
      expect(Buffer.from(source).equals(Buffer.from(text))).toBe(true);
    });

    it("walks page by page through everything, and through the mails of one recipient in any case", async () => {
      const { mails, owner } = await setUp();
      for (let n = 0; n < 23; n++)
        await mails.add(
          owner,
          aSandboxMail(n, n % 3 === 0 ? { rcptTo: ["x@y.example", "Bo@Example.org"] } : {}),
          aSource(),
        );
      for (const [to, total] of [
        [undefined, 23] as const,
        ["bO@example.ORG", 8] as const,
        ["c@d.example", 0] as const,
      ]) {
        const seen: string[] = [];
        let after: string | undefined;
        do {
          const page = await mails.list(owner, { limit: 4, after, to });
          seen.push(...page.mails.map(({ id }) => id));
          after = page.next;
        } while (after !== undefined);
        expect(seen).toHaveLength(total);
        expect(seen).toEqual([...new Set(seen)].toSorted().toReversed());
      }
      expect((await mails.list(owner, { limit: 8, to: "bo@example.org" })).next).toBeUndefined();
    });

    it("finds a recipient by both forms of an international domain", async () => {
      const { mails, owner } = await setUp();
      const stored = ["ü@xn--mnchen-3ya.test", "bo@münchen.test"];
      for (const [n, to] of stored.entries()) await mails.add(owner, aSandboxMail(n, { rcptTo: [to] }), aSource());
      const found = async (to: string) => (await mails.list(owner, { limit: 5, to })).mails.map(({ id }) => id);
      for (const to of ["ü@münchen.test", "ü@xn--mnchen-3ya.test", "Ü@MÜNCHEN.test"])
        expect(await found(to)).toEqual([idOf(0)]);
      for (const to of ["bo@münchen.test", "bo@xn--mnchen-3ya.test"]) expect(await found(to)).toEqual([idOf(1)]);
      for (const to of ["ü@munchen.test", "münchen.test", "@münchen.test", ""]) expect(await found(to)).toEqual([]);
    });

    it("forgets a mail and its source after seven days", async () => {
      const { mails, owner, clock } = await setUp(1);
      clock.advance(7 * DAY_MS - 1000);
      expect(await mails.find(owner, idOf(0))).toBeDefined();
      clock.advance(2000);
      expect(await mails.list(owner, { limit: 10 })).toEqual({ mails: [] });
      expect(await mails.find(owner, idOf(0))).toBeUndefined();
      expect(await mails.source(owner, idOf(0))).toBeUndefined();
    });

    it("keeps the last 1,000, also when many are added at once", { timeout: 120_000 }, async () => {
      const { mails, owner } = await setUp();
      const all = Array.from({ length: 1025 }, (_, n) => ({ ...aSandboxMail(n), idempotencyKey: String(n) }));
      await mails.add(owner, all[0] as (typeof all)[number], aSource());
      for (let first = 1; first < all.length; first += 64)
        await Promise.all(all.slice(first, first + 64).map((mail) => mails.add(owner, mail, aSource())));
      const kept: string[] = [];
      let after: string | undefined;
      do {
        const page = await mails.list(owner, { limit: 100, after });
        kept.push(...page.mails.map(({ id }) => id));
        after = page.next;
      } while (after !== undefined);
      expect(kept).toHaveLength(1000);
      expect(await mails.find(owner, idOf(0))).toBeUndefined();
      expect(await mails.source(owner, idOf(0))).toBeUndefined();
      expect(kept).toContain(idOf(1024));
      await mails.clear(owner);
      expect(await mails.list(owner, { limit: 10 })).toEqual({ mails: [] });
    });

    it("clears one owner's mails and takes new ones", async () => {
      const { mails, owner } = await setUp(3);
      const other = anOwner();
      await mails.add(other, aSandboxMail(1), aSource());
      await mails.clear(owner);
      await mails.clear(owner);
      expect(await mails.list(owner, { limit: 10 })).toEqual({ mails: [] });
      expect(await mails.source(owner, idOf(1))).toBeUndefined();
      expect((await mails.list(other, { limit: 10 })).mails).toHaveLength(1);
      await mails.add(owner, aSandboxMail(4), aSource());
      expect((await mails.list(owner, { limit: 10 })).mails.map(({ id }) => id)).toEqual([idOf(4)]);
    });

    it("counts the attempts at each recipient of each mail, in any case", async () => {
      const { mails, owner } = await setUp();
      const count = (messageId: string, recipient: string, whose = owner) =>
        mails.countAttempt(whose, messageId, recipient);
      expect(await count("<1@a>", "defer2@example.org")).toBe(0);
      expect(await count("<1@a>", "Defer2@Example.org")).toBe(1);
      expect(await count("<1@a>", "defer3@example.org")).toBe(0);
      expect(await count("<2@a>", "defer2@example.org")).toBe(0);
      expect(await count("<1@a>", "defer2@example.org", anOwner())).toBe(0);
      const atOnce = await Promise.all([1, 2, 3].map(() => count("<1@a>", "defer2@example.org")));
      expect(atOnce.toSorted()).toEqual([2, 3, 4]);
    });
  });
}

sandboxMailsContract("in memory", inMemorySandboxMails);
sandboxMailsContract(
  "DynamoDB",
  (clock) => new DynamoSandboxMails(fixture.client, { table: "Events", clock, blobs: async () => blobStore }),
);

describe("DynamoSandboxMails", () => {
  it("lets the table delete everything that it writes", async () => {
    const clock = fakeClock();
    const mails = new DynamoSandboxMails(fixture.client, { table: "Events", clock, blobs: async () => blobStore });
    const owner = anOwner();
    await mails.add(owner, aSandboxMail(1), aSource());
    await mails.countAttempt(owner, "<1@a>", "anna@example.org");
    const query = { table: "Events", pk: sandboxPartition(owner), prefix: "", limit: 100 };
    const items = await Promise.all(
      ["MAIL", "SOURCE", "PLACE", "ATTEMPTS"].map((prefix) => queryPartition(fixture.client, { ...query, prefix })),
    );
    const ttl = Math.floor(clock.now() / 1000) + 7 * 86_400;
    expect(items.flat().map((item) => item.ttl)).toEqual([ttl, ttl, ttl, ttl, ttl]);
  });

  it("puts a source that does not fit into an item into the content bucket, below the prefix of the sandbox", async () => {
    const mails = new DynamoSandboxMails(fixture.client, {
      table: "Events",
      clock: fakeClock(),
      blobs: async () => blobStore,
    });
    const owner = anOwner();
    await mails.add(owner, aSandboxMail(77), aSource("Good morning. ".repeat(100_000)));
    await mails.add(owner, aSandboxMail(78), aSource(randomBytes(400_000).toString("base64")));
    const keys = [...blobStore.blobs.keys()];
    expect(keys.filter((key) => key.endsWith(idOf(77)))).toEqual([]);
    expect(keys.filter((key) => key.endsWith(idOf(78)))).toEqual([expect.stringMatching(/^sandbox\/[0-9a-f]{64}\//)]);
  });
});
