import { describe, expect, it } from "vitest";
import { replaceChatAccount } from "../../../../shared/chat/accounts/save-chat-account.ts";
import type { ChatAccount } from "../../../../shared/chat/domain/chat-account.ts";
import {
  ChatProviderRefusedError,
  ChatProviderUnavailableError,
} from "../../../../shared/chat/ports/chat-provider-failures.ts";
import { reconcileChatTemplates } from "../../../../shared/chat/templates/reconcile-chat-templates.ts";
import type { Owner } from "../../../../shared/kernel/owner.ts";
import { anOwner } from "../../../support/an-owner.ts";
import { aChatAccount, aChatTemplate } from "../../../support/chat-builders.ts";
import { fakeClock } from "../../../support/fake-clock.ts";
import { inMemoryBookmarks } from "../../../support/in-memory-bookmarks.ts";
import { inMemoryChatAccountStore } from "../../../support/in-memory-chat-account-store.ts";
import { inMemoryChatTemplateStore } from "../../../support/in-memory-chat-template-store.ts";
import { inMemoryTemplateProvider } from "../../../support/in-memory-template-provider.ts";
import { sequentialIdentifiers } from "../../../support/sequential-identifiers.ts";
import { recordingLog } from "../../../support/silent-telemetry.ts";

const MINUTE_MS = 60_000;
const down = () => new ChatProviderUnavailableError("no answer", { isCertain: true });
const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`;

function setUp(accounts: readonly ChatAccount[]) {
  const deps = {
    chatAccounts: inMemoryChatAccountStore(accounts),
    chatTemplates: inMemoryChatTemplateStore(),
    templateProvider: inMemoryTemplateProvider(),
    bookmarks: inMemoryBookmarks(),
    clock: fakeClock(),
    log: recordingLog(),
  };
  const run = () => reconcileChatTemplates(deps, deps.clock.now() + MINUTE_MS);
  /** Creates our template and the provider's, which agree except for the given differences. */
  const pair = async (account: ChatAccount, ours: object = {}, theirs: object = {}) => {
    const template = aChatTemplate({ owner: account.owners[0] ?? anOwner(), chatAccountId: account.id, ...ours });
    await deps.chatTemplates.add(template);
    const { providerTemplateId, remoteStatus, quality, definition } = template;
    const remote = { ...definition, providerTemplateId, remoteStatus, quality, ...theirs };
    deps.templateProvider.put(account, remote);
    return template;
  };
  const now = async ({ owner, id }: { owner: Owner; id: string }) => deps.chatTemplates.get(owner, id);
  return { ...deps, deps, run, pair, now };
}

describe("reconcileChatTemplates()", () => {
  it("repairs status, quality and category over all pages of both lists, and leaves alone what is right", async () => {
    const account = aChatAccount({ owners: [anOwner("anna"), anOwner("ben")] });
    const { run, pair, now } = setUp([account]);
    const right = await pair(account);
    const stale = await pair(account, { remoteStatus: "PENDING" }, { remoteStatus: "APPROVED", quality: "GREEN" });
    const moved = await pair(account, { owner: "ben" }, { category: "MARKETING" });
    const paused = await pair(account, { owner: "ben" }, { remoteStatus: "PAUSED" });
    expect(await run()).toEqual({ accounts: 1, changed: 3 });
    expect(await now(right)).toEqual(right);
    expect(await now(stale)).toMatchObject({ remoteStatus: "APPROVED", quality: "GREEN" });
    expect((await now(moved))?.definition.category).toBe("MARKETING");
    expect(await now(paused)).toMatchObject({ remoteStatus: "PAUSED" });
    expect(await run()).toEqual({ accounts: 1, changed: 0 });
  });

  it("marks what is gone at the provider, after asking for it by itself, and heals it when it is back", async () => {
    const account = aChatAccount();
    const { run, pair, now, templateProvider } = setUp([account]);
    const gone = await pair(account);
    templateProvider.drop(gone.providerTemplateId);
    expect(await run()).toMatchObject({ changed: 1 });
    expect(await now(gone)).toMatchObject({ remoteStatus: "DELETED", isDisabled: false });
    expect(templateProvider.calls).toContain("read");
    const { providerTemplateId } = gone;
    templateProvider.put(account, { ...gone.definition, providerTemplateId, remoteStatus: "APPROVED" });
    await run();
    expect(await now(gone)).toMatchObject({ remoteStatus: "APPROVED" });
  });

  it("reconciles the accounts, and fails, when owners that are left over cannot be removed", async () => {
    const account = aChatAccount();
    const { deps, pair, now, clock } = setUp([account]);
    const stale = await pair(account, { remoteStatus: "PENDING" }, { remoteStatus: "APPROVED" });
    const removeLeftOwners = async () => {
      throw new Error("the table does not answer");
    };
    const chatAccounts = Object.assign(Object.create(deps.chatAccounts), { removeLeftOwners });
    await expect(reconcileChatTemplates({ ...deps, chatAccounts }, clock.now() + MINUTE_MS)).rejects.toThrow(
      "the table does not answer",
    );
    expect(await now(stale)).toMatchObject({ remoteStatus: "APPROVED" });
  });

  it("asks for the reason of a rejection, which the list does not tell, and only once", async () => {
    const account = aChatAccount();
    const { run, pair, now, templateProvider } = setUp([account]);
    const theirs = { remoteStatus: "REJECTED", rejectedReason: "SCAM" };
    const rejected = await pair(account, { remoteStatus: "PENDING" }, theirs);
    await run();
    expect(await now(rejected)).toMatchObject({ remoteStatus: "REJECTED", rejectedReason: "SCAM" });
    const reads = () => templateProvider.calls.filter((call) => call === "read").length;
    expect(reads()).toBe(1);
    expect(await run()).toMatchObject({ changed: 0 });
    expect(reads()).toBe(1);
  });

  it("does not look after templates that were deleted here, nor after those of another account", async () => {
    const [account, other] = [aChatAccount({ owners: [anOwner("anna")] }), aChatAccount({ owners: [anOwner("anna")] })];
    const { run, pair, now } = setUp([account, other]);
    const disabled = await pair(account, { isDisabled: true, remoteStatus: "DELETED" }, { remoteStatus: "APPROVED" });
    const elsewhere = await pair(other, { remoteStatus: "PENDING" }, { remoteStatus: "APPROVED" });
    expect(await run()).toEqual({ accounts: 2, changed: 1 });
    expect(await now(disabled)).toEqual(disabled);
    expect(await now(elsewhere)).toMatchObject({ remoteStatus: "APPROVED" });
  });

  it("goes on after one account's failure, and fails at its end so that somebody hears", async () => {
    const accounts = [1, 2, 3].map((n) => aChatAccount({ id: idOf(n) }));
    const { run, pair, now, templateProvider, log } = setUp(accounts);
    const stale = [];
    for (const account of accounts)
      stale.push(await pair(account, { remoteStatus: "PENDING" }, { remoteStatus: "APPROVED" }));
    templateProvider.fail("list", down());
    await expect(run()).rejects.toThrow("the templates of 1 chat accounts could not be reconciled");
    const statuses = await Promise.all(stale.map(async (one) => (await now(one))?.remoteStatus));
    expect(statuses.toSorted()).toEqual(["APPROVED", "APPROVED", "PENDING"]);
    expect(log.lines.filter((line) => line.includes("account_not_reconciled"))).toHaveLength(1);
    expect(await run()).toEqual({ accounts: 3, changed: 1 });
  });

  describe("of an account that the provider refuses, since somebody mistyped it", () => {
    const unknown = () => new ChatProviderRefusedError("no such account", { cause: new RangeError("no such account") });
    const refused = async () => {
      const accounts = [aChatAccount({ id: idOf(1) }), aChatAccount({ id: idOf(2) })];
      const world = setUp(accounts);
      const stale = await world.pair(
        accounts[1] ?? aChatAccount(),
        { remoteStatus: "PENDING" },
        { remoteStatus: "APPROVED" },
      );
      const list = world.deps.templateProvider.list;
      const state = { reason: unknown as (() => Error) | undefined, asked: 0 };
      world.deps.templateProvider.list = async (home, after) => {
        if (home.businessAccountId !== accounts[0]?.businessAccountId) return list(home, after);
        state.asked++;
        if (state.reason) throw state.reason();
        return list(home, after);
      };
      const warnings = () => world.log.lines.filter((line) => line.includes("chat_account."));
      return { ...world, accounts, stale, state, warnings };
    };

    it("fails no run, and repairs the others", async () => {
      const { run, now, stale } = await refused();
      expect(await run()).toEqual({ accounts: 2, changed: 1 });
      expect(await now(stale)).toMatchObject({ remoteStatus: "APPROVED" });
    });

    it("says so in one plain line, and not again while nothing changes", async () => {
      const { run, clock, log, warnings } = await refused();
      for (let minute = 0; minute < 300; minute++) {
        await run();
        clock.advance(MINUTE_MS);
      }
      expect(warnings()).toEqual([
        JSON.stringify({ event: "chat_account.refused", account: idOf(1), reason: "RangeError" }),
      ]);
      expect(log.lines.filter((line) => line.includes("ERROR"))).toEqual([]);
    });

    it("is asked about at growing intervals of at most an hour", async () => {
      const { run, clock, state } = await refused();
      const minutes: number[] = [];
      for (let minute = 0; minute < 260; minute++) {
        const before = state.asked;
        await run();
        if (state.asked > before) minutes.push(minute);
        clock.advance(MINUTE_MS);
      }
      expect(minutes).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183, 243]);
    });

    it("is logged again with another reason, and its end is logged once", async () => {
      const { run, clock, state, warnings, chatAccounts } = await refused();
      const again = async () => {
        clock.advance(60 * MINUTE_MS);
        await run();
      };
      await again();
      state.reason = () => new ChatProviderRefusedError("not yours");
      await again();
      state.reason = undefined;
      await again();
      await again();
      expect(warnings().map((line) => JSON.parse(line).event)).toEqual([
        "chat_account.refused",
        "chat_account.refused",
        "chat_account.accepted",
      ]);
      expect(await chatAccounts.owned(idOf(1))).not.toHaveProperty("refusal");
    });

    it("is asked about at once when its ids were saved anew, and not when its label was", async () => {
      const { deps, run, state, accounts, chatAccounts } = await refused();
      await run();
      const [account = aChatAccount()] = accounts;
      const saving = { ...deps, identifiers: sequentialIdentifiers() };
      const { id, createdAt: _c, updatedAt: _u, ...rest } = account;
      const fields = { ...rest, owners: [...rest.owners], providerPhoneNumberId: rest.providerPhoneNumberId };
      await replaceChatAccount(saving, { id }, { ...fields, label: "Another" });
      await run();
      expect(state.asked).toBe(1);
      await replaceChatAccount(saving, { id }, { ...fields, originationPhoneNumberId: "phone-number-id-other" });
      expect(await chatAccounts.owned(id)).not.toHaveProperty("refusal");
      await run();
      expect(state.asked).toBe(2);
    });
  });

  describe("of one template that the provider refuses to tell about", () => {
    const refusal = () => new ChatProviderRefusedError("not this one", { cause: new RangeError("not this one") });
    const refused = async () => {
      const account = aChatAccount();
      const world = setUp([account]);
      const templates: { owner: Owner; id: string }[] = [];
      for (let count = 0; count < 3; count++) {
        const template = await world.pair(account);
        world.templateProvider.drop(template.providerTemplateId);
        templates.push(template);
      }
      world.templateProvider.fail("read", refusal());
      const statuses = async () => Promise.all(templates.map(async (one) => (await world.now(one))?.remoteStatus));
      return { ...world, account, statuses };
    };

    it("repairs the others of the account, does not treat the account as refused, and names the template", async () => {
      const { run, statuses, account, chatAccounts, log } = await refused();
      expect(await run()).toEqual({ accounts: 1, changed: 2 });
      expect((await statuses()).toSorted()).toEqual(["APPROVED", "DELETED", "DELETED"]);
      expect(await chatAccounts.owned(account.id)).not.toHaveProperty("refusal");
      const [line, ...more] = log.lines.filter((one) => one.includes("refused"));
      expect(JSON.parse(line ?? "")).toMatchObject({ event: "chat_template.refused", reason: "RangeError" });
      expect(more).toEqual([]);
      expect(await run()).toEqual({ accounts: 1, changed: 1 });
    });

    it("takes a rejection from the list when its reason is refused", async () => {
      const account = aChatAccount();
      const { run, pair, now, templateProvider } = setUp([account]);
      const rejected = await pair(account, { remoteStatus: "PENDING" }, { remoteStatus: "REJECTED" });
      templateProvider.fail("read", refusal());
      await run();
      expect(await now(rejected)).toMatchObject({ remoteStatus: "REJECTED" });
    });

    it("ends the refusals of an account whose list is answered again", async () => {
      const { run, account, chatAccounts, clock, log } = await refused();
      const known = await chatAccounts.owned(account.id);
      const before = { sinceMs: 0, tries: 3, nextTryAtMs: clock.now(), reason: "no such account" };
      await chatAccounts.noteRefusal(known ?? account, before);
      await run();
      expect(await chatAccounts.owned(account.id)).not.toHaveProperty("refusal");
      expect(log.lines.filter((line) => line.includes("chat_account.accepted"))).toHaveLength(1);
    });

    it("removes the other creations that nobody came back for when one of them is refused", async () => {
      const account = aChatAccount();
      const { run, templateProvider, chatTemplates, chatAccounts } = setUp([account]);
      const left = ["first", "second"].map((name) => ({ chatAccountId: account.id, name, language: "en_US" }));
      for (const place of left) {
        await chatTemplates.begin({ ...place, owner: anOwner("anna"), fingerprint: "f", startedAtMs: 0 });
        templateProvider.put(account, place);
      }
      templateProvider.fail("remove", refusal());
      await run();
      expect(templateProvider.names(account)).toHaveLength(1);
      expect(await chatTemplates.listUnfinished(account.id)).toHaveLength(1);
      expect(await chatAccounts.owned(account.id)).not.toHaveProperty("refusal");
      await run();
      expect(templateProvider.names(account)).toEqual([]);
    });
  });

  it("treats a refused later page as a failure of the run, and not as a refusal of the account", async () => {
    const account = aChatAccount();
    const { deps, run, pair, chatAccounts } = setUp([account]);
    for (let count = 0; count < 3; count++) await pair(account);
    const list = deps.templateProvider.list;
    deps.templateProvider.list = async (home, after) => {
      if (after !== undefined) throw new ChatProviderRefusedError("the token is too old");
      return list(home, after);
    };
    await expect(run()).rejects.toThrow("the templates of 1 chat accounts could not be reconciled");
    expect(await chatAccounts.owned(account.id)).not.toHaveProperty("refusal");
  });

  it("stops when its time is up, and the next run goes on there", async () => {
    const accounts = Array.from({ length: 25 }, (_, i) => aChatAccount({ id: idOf(i) }));
    const { deps, clock } = setUp(accounts);
    const seen: string[] = [];
    const list = deps.templateProvider.list;
    deps.templateProvider.list = (home, after) => {
      seen.push(home.businessAccountId);
      clock.advance(1000);
      return list(home, after);
    };
    const runFor = (ms: number) => reconcileChatTemplates(deps, clock.now() + ms);
    const first = await runFor(10_000);
    expect(first.accounts).toBeGreaterThanOrEqual(10);
    expect(first.accounts).toBeLessThan(15);
    const second = await runFor(100_000);
    expect(first.accounts + second.accounts).toBe(25);
    expect(new Set(seen).size).toBe(25);
    expect((await runFor(100_000)).accounts).toBe(25);
  });

  it("goes on within an account whose owners are too many for the time of one run", async () => {
    const owners = Array.from({ length: 100 }, () => anOwner());
    const accounts = [aChatAccount({ id: idOf(1), owners }), aChatAccount({ id: idOf(2), owners })];
    const { deps, clock, pair, now } = setUp(accounts);
    const stale = { remoteStatus: "PENDING" };
    const templates = [];
    for (const account of accounts)
      templates.push(await pair(account, { ...stale, owner: owners.at(-1) }, { remoteStatus: "APPROVED" }));
    const list = deps.chatTemplates.list;
    deps.chatTemplates.list = (owner) => {
      clock.advance(1000);
      return list(owner);
    };
    for (let run = 0; run < 12; run++) await reconcileChatTemplates(deps, clock.now() + 40_000);
    for (const template of templates) expect(await now(template)).toMatchObject({ remoteStatus: "APPROVED" });
  });

  it("keeps its place when it is ended after some accounts", async () => {
    const accounts = Array.from({ length: 12 }, (_, i) => aChatAccount({ id: idOf(i) }));
    const { deps } = setUp(accounts);
    const bookmarked: (string | undefined)[] = [];
    const write = deps.bookmarks.write;
    deps.bookmarks.write = async (job, place) => {
      bookmarked.push(place);
      if (bookmarked.length === 2) throw new Error("the process is gone");
      return write(job, place);
    };
    await expect(reconcileChatTemplates(deps, deps.clock.now() + MINUTE_MS)).rejects.toThrow("gone");
    expect(bookmarked).toEqual([idOf(3), idOf(7)]);
    expect((await reconcileChatTemplates(deps, deps.clock.now() + MINUTE_MS)).accounts).toBe(8);
  });

  it("does nothing with no time or no accounts", async () => {
    const { deps, clock, run } = setUp([]);
    expect(await run()).toEqual({ accounts: 0, changed: 0 });
    expect(await reconcileChatTemplates(deps, clock.now())).toEqual({ accounts: 0, changed: 0 });
  });

  it("reconciles exactly one full page of accounts, and begins again after it", async () => {
    const accounts = Array.from({ length: 20 }, (_, i) => aChatAccount({ id: idOf(i) }));
    const { run } = setUp(accounts);
    expect((await run()).accounts).toBe(20);
    expect((await run()).accounts).toBe(20);
  });

  describe("of creations that nobody came back for", () => {
    const begin = async (age: number) => {
      const account = aChatAccount();
      const world = setUp([account]);
      const [owner = anOwner()] = account.owners;
      const place = { chatAccountId: account.id, name: "left_over", language: "en_US" };
      const startedAtMs = world.clock.now() - age * MINUTE_MS;
      await world.chatTemplates.begin({ ...place, owner, fingerprint: "f", startedAtMs });
      return { ...world, account, place };
    };

    it("removes what they left at the provider, and frees the name", async () => {
      const { run, account, place, templateProvider, chatTemplates } = await begin(16);
      templateProvider.put(account, place);
      templateProvider.put(account, { name: "by_hand" });
      await run();
      expect(templateProvider.names(account)).toEqual(["by_hand"]);
      expect(await chatTemplates.findUnfinished(place)).toBeUndefined();
    });

    it("forgets those that left nothing, and those whose template was stored after all", async () => {
      const { run, account, place, templateProvider, chatTemplates, deps } = await begin(16);
      await run();
      expect(await chatTemplates.findUnfinished(place)).toBeUndefined();
      const { providerTemplateId } = templateProvider.put(account, place);
      await chatTemplates.add(aChatTemplate({ chatAccountId: account.id, providerTemplateId }));
      await chatTemplates.begin({ ...place, owner: anOwner("anna"), fingerprint: "f", startedAtMs: 0 });
      await reconcileChatTemplates(deps, deps.clock.now() + MINUTE_MS);
      expect(templateProvider.names(account)).toEqual(["left_over"]);
      expect(await chatTemplates.findUnfinished(place)).toBeUndefined();
    });

    it("leaves those alone that another request may still be working on", async () => {
      const { run, account, place, templateProvider, chatTemplates } = await begin(14);
      templateProvider.put(account, place);
      await run();
      expect(templateProvider.names(account)).toEqual(["left_over"]);
      expect(await chatTemplates.findUnfinished(place)).toBeDefined();
    });
  });
});
