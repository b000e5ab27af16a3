import { describe, expect, it } from "vitest";
import { notificationRequest } from "../../../shared/channels/contract/notification-request.ts";
import { checkEmail } from "../../../shared/email/check-email.ts";
import type { EmailRequest } from "../../../shared/email/contract/email-request.ts";
import type { JudgingAccount, SendingAccount } from "../../../shared/email/domain/sending-account.ts";
import { templateCache } from "../../../shared/go-template/template-cache.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aSendingAccount } from "../../support/builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryAttachments } from "../../support/in-memory-attachments.ts";
import { inMemoryEmailTemplateStore } from "../../support/in-memory-email-template-store.ts";
import { inMemorySendingAccountStore } from "../../support/in-memory-sending-account-store.ts";
import { inMemoryUnsubscribeLinks } from "../../support/in-memory-suppressions.ts";
import { sequentialIdentifiers } from "../../support/sequential-identifiers.ts";

const OWNER = anOwner("owner-1");
const parseTemplate = templateCache({ maxEntries: 10, maxCharacters: 100_000 }, sequentialIdentifiers().hash);
const REFUSED = { code: "invalid_request", message: "from is not allowed for this account" };

/** The default account is answered as by its copy, which lacks the senders. */
const ID = "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05";

function setUp(changes: Partial<SendingAccount> = {}) {
  const account = aSendingAccount({
    ...{ owner: OWNER, isDefault: true, fromAddress: "orders@shop.example" },
    ...{ fromAddresses: ["*@news.example"], ...changes },
  });
  const store = inMemorySendingAccountStore([account]);
  let reads = 0;
  const sendingAccounts = {
    findPresent: async (...of: Parameters<typeof store.findPresent>) => {
      reads++;
      return store.findPresent(...of);
    },
    async findDefault(owner: typeof OWNER): Promise<JudgingAccount | undefined> {
      reads++;
      const { fromAddresses: _others, ...copy } = (await store.findDefault(owner)) ?? account;
      return { ...copy, isCopy: true as const };
    },
  };
  const deps = {
    ...{ sendingAccounts, parseTemplate, clock: fakeClock() },
    ...{ emailTemplates: inMemoryEmailTemplateStore(), uploadedFiles: inMemoryAttachments() },
    unsubscribeLinks: inMemoryUnsubscribeLinks(),
  };
  const check = (fields: object, caller = {}) => {
    const body = { recipient: "anna@example.org", subject: "Hello", body: "Hi", ...fields };
    return checkEmail(deps, { owner: OWNER, id: ID, request: notificationRequest.parse(body) as EmailRequest, caller });
  };
  const readsOf = async (fields: object) => {
    await check(fields);
    return reads;
  };
  return { account, store, check, readsOf };
}

describe("the sender of a mail (D52)", () => {
  it("is frozen as it was written, of a named account and of the default one", async () => {
    const { account, check } = setUp();
    for (const named of [{}, { smtp_account_id: account.id }]) {
      expect(await check({ ...named, from: "Anna@NEWS.example" })).toMatchObject({ from: "Anna@NEWS.example" });
      expect(await check({ ...named, from: "ORDERS@shop.example" })).toMatchObject({ from: "ORDERS@shop.example" });
      await expect(check({ ...named, from: "billing@shop.example" })).rejects.toMatchObject(REFUSED);
    }
  });

  it("is nowhere in what is accepted of a mail that names none", async () => {
    const accepted = await setUp().check({});
    expect(accepted.from).toBeUndefined();
    expect(JSON.stringify(accepted)).not.toContain("from");
  });

  it("costs a mail that names none no read", async () => {
    expect(await setUp().readsOf({})).toBe(1);
    expect(await setUp().readsOf({ from: "anna@news.example" })).toBe(2);
    const { account, readsOf } = setUp();
    expect(await readsOf({ smtp_account_id: account.id, from: "anna@news.example" })).toBe(1);
  });

  it("is judged after the caller's origin, and before the recipients", async () => {
    const { check } = setUp({ apiAllowedDomains: ["shop.example"], trustedDomains: ["shop.example"] });
    const from = "stranger@elsewhere.example";
    await expect(check({ from })).rejects.toMatchObject({ code: "origin_not_allowed" });
    await expect(check({ from }, { origin: "https://shop.example" })).rejects.toMatchObject(REFUSED);
  });

  it("is refused where the default account goes away meanwhile", async () => {
    const { account, store, check } = setUp();
    await store.remove(OWNER, account.id);
    await expect(check({ from: "orders@shop.example" })).rejects.toMatchObject(REFUSED);
  });
});
