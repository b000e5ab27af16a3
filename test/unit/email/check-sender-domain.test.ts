import { describe, expect, it } from "vitest";
import { checkSenderDomain } from "../../../shared/email/check-sender-domain.ts";
import { aSendingAccount } from "../../support/builders.ts";
import { inMemorySendingAccountStore } from "../../support/in-memory-sending-account-store.ts";

async function setUp(
  records: Readonly<Record<string, readonly string[]>>,
  changes: Parameters<typeof aSendingAccount>[0] = {},
) {
  const account = aSendingAccount({ fromAddress: "shop@mail.shop.example", ...changes });
  const sendingAccounts = inMemorySendingAccountStore();
  await sendingAccounts.create(account, "keep");
  const asked: string[] = [];
  const domainTexts = {
    at: async (name: string) => {
      asked.push(name);
      return name.includes("silent") ? undefined : (records[name] ?? []);
    },
  };
  const check = (selectors: readonly string[] = [], owner = account.owner) =>
    checkSenderDomain({ sendingAccounts, domainTexts }, { owner, id: account.id, selectors });
  return { account, asked, check };
}
const returnPathAt = (domain: string) => ({ address: `b@${domain}`, keyId: "k1", key: "AAAA" });
const stateOf = ({ checks }: Awaited<ReturnType<typeof checkSenderDomain>>) =>
  Object.fromEntries(checks.map(({ name, state }) => [name, state]));

describe("checkSenderDomain()", () => {
  it("judges the three records of the sender's domain, DMARC at a domain above it too", async () => {
    const { check } = await setUp({
      "mail.shop.example": ["v=spf1 mx -all"],
      "mine._domainkey.mail.shop.example": ["v=DKIM1; p=MIGf"],
      "_dmarc.shop.example": ["v=DMARC1; p=reject"],
    });
    const found = await check(["mine"]);
    expect(found.domain).toBe("mail.shop.example");
    expect(stateOf(found)).toEqual({ spf: "ok", dkim: "ok", dmarc: "ok", return_path: "ok" });
    expect(found.checks.find(({ name }) => name === "dmarc")?.host).toBe("_dmarc.shop.example");
  });

  it("judges SPF where the mails come back to, and whether that speaks for the sender", async () => {
    const records = { "bounces.herald.example": ["v=spf1 mx -all"] };
    const foreign = await setUp(records, { returnPath: returnPathAt("bounces.herald.example") });
    const found = await foreign.check();
    expect(stateOf(found)).toMatchObject({ spf: "ok", return_path: "advice" });
    expect(found.checks.find(({ name }) => name === "spf")?.host).toBe("bounces.herald.example");
    expect(foreign.asked).not.toContain("mail.shop.example");
    const own = await setUp(
      { "_dmarc.shop.example": ["v=DMARC1; p=reject"] },
      { returnPath: returnPathAt("bounces.shop.example") },
    );
    expect(stateOf(await own.check())).toMatchObject({ spf: "missing", return_path: "ok" });
  });

  it("makes ten look-ups at the most, and none of a bare top-level domain", async () => {
    const { asked, check } = await setUp(
      {},
      {
        fromAddress: "a@a.b.c.d.e.example",
        settings: { provider: "smtp", host: "smtp.mailgun.org", port: 587, username: "u", encryption: "starttls" },
      },
    );
    await check(["one", "two", "three"]);
    expect(asked.length).toBeLessThanOrEqual(10);
    expect(asked).not.toContain("_dmarc.example");
  });

  it("does not take a silence for a record that is missing", async () => {
    const { check } = await setUp({}, { fromAddress: "a@silent.example" });
    expect(stateOf(await check(["mine"]))).toEqual({
      spf: "unknown",
      dkim: "unknown",
      dmarc: "unknown",
      return_path: "ok",
    });
  });

  it("knows nothing of another owner's account", async () => {
    const { check } = await setUp({});
    const { account } = await setUp({});
    await expect(check([], account.owner)).rejects.toMatchObject({ code: "not_found" });
  });
});
