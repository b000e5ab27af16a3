import { describe, expect, it } from "vitest";
import { chatTemplateRequest } from "../../../../shared/chat/contract/chat-template-request.ts";
import { toChatTemplateView } from "../../../../shared/chat/contract/chat-templates.ts";
import {
  ChatProviderRefusedError,
  ChatProviderUnavailableError,
} from "../../../../shared/chat/ports/chat-provider-failures.ts";
import { checkChatTemplate } from "../../../../shared/chat/templates/check-chat-template.ts";
import { createChatTemplate } from "../../../../shared/chat/templates/create-chat-template.ts";
import { deleteChatTemplate } from "../../../../shared/chat/templates/delete-chat-template.ts";
import { syncChatTemplate } from "../../../../shared/chat/templates/sync-chat-template.ts";
import type { Refusal } from "../../../../shared/kernel/refusal.ts";
import { anOwner } from "../../../support/an-owner.ts";
import { aChatAccount, aChatTemplate } from "../../../support/chat-builders.ts";
import { fakeClock } from "../../../support/fake-clock.ts";
import { inMemoryChatAccountStore } from "../../../support/in-memory-chat-account-store.ts";
import { inMemoryChatTemplateStore } from "../../../support/in-memory-chat-template-store.ts";
import { inMemoryTemplateProvider } from "../../../support/in-memory-template-provider.ts";
import { sequentialIdentifiers } from "../../../support/sequential-identifiers.ts";

const ANNA = anOwner("anna");
const BEN = anOwner("ben");

function setUp() {
  const account = aChatAccount({ owners: [ANNA, BEN], isDefault: true });
  const foreign = aChatAccount({ owners: [anOwner("somebody")] });
  const deps = {
    chatAccounts: inMemoryChatAccountStore([account, foreign]),
    chatTemplates: inMemoryChatTemplateStore(),
    templateProvider: inMemoryTemplateProvider(),
    clock: fakeClock(),
    identifiers: sequentialIdentifiers(),
  };
  const create = (changes: object = {}, owner = ANNA) => createChatTemplate(deps, owner, aRequest(changes));
  const refused = async (attempt: Promise<unknown>) => {
    const error = await attempt.then(
      () => undefined,
      (thrown: Refusal) => thrown,
    );
    return { code: error?.code, message: error?.message };
  };
  return { ...deps, deps, account, foreign, create, refused };
}

const BODY = {
  name: "order_update",
  language: "en_US",
  category: "UTILITY",
  body: { text: "Hi {{1}}, bye.", examples: ["Ana"] },
};
const aRequest = (changes: object = {}) => chatTemplateRequest.parse({ ...BODY, ...changes });

const down = (isCertain: boolean) => new ChatProviderUnavailableError("no answer", { isCertain });

describe("createChatTemplate()", () => {
  it("creates at the provider, then here, on the default account", async () => {
    const { create, account, chatTemplates, templateProvider } = setUp();
    const template = await create();
    expect(template).toMatchObject({
      owner: ANNA,
      chatAccountId: account.id,
      providerTemplateId: "90071992547409931",
      remoteStatus: "PENDING",
      quality: "UNKNOWN",
      isDisabled: false,
      parameters: [{ component: "body", position: 1, name: "parameter_1", type: "text", required: true }],
      createdAt: "2026-11-21T12:00:00.000Z",
    });
    expect(await chatTemplates.get(ANNA, template.id)).toEqual(template);
    expect(templateProvider.names(account)).toEqual(["order_update"]);
    expect(await chatTemplates.listUnfinished(account.id)).toEqual([]);
  });

  it("takes the account that is named, and refuses a foreign or unknown one and a missing default alike", async () => {
    const { create, refused, foreign, account, templateProvider } = setUp();
    expect((await create({ chat_account_id: account.id })).chatAccountId).toBe(account.id);
    for (const id of [foreign.id, crypto.randomUUID()]) {
      expect(await refused(create({ chat_account_id: id, name: "other" }))).toEqual({
        code: "invalid_request",
        message: "chat_account_id not found",
      });
    }
    expect(await refused(create({}, anOwner("nobody")))).toEqual({
      code: "invalid_request",
      message: "there is no default chat account: name one in chat_account_id",
    });
    expect(templateProvider.names(account)).toHaveLength(1);
  });

  it("asks nothing of the provider for a definition that breaks a rule", async () => {
    const { create, refused, templateProvider } = setUp();
    const broken = { body: { text: "Hi {{2}}", examples: ["Ana"] } };
    expect((await refused(create(broken))).message).toContain("body.text variables must start at {{1}}");
    expect(templateProvider.calls).toEqual([]);
  });

  it("passes a refusal on in the provider's own words, and leaves nothing behind (D34)", async () => {
    const { create, refused, account, templateProvider, chatTemplates } = setUp();
    templateProvider.fail("create", new ChatProviderRefusedError("Variables can't be at the start (2388299)"));
    expect(await refused(create())).toEqual({
      code: "invalid_request",
      message: "the chat provider refused it: Variables can't be at the start (2388299)",
    });
    expect(await chatTemplates.list(ANNA)).toEqual([]);
    expect(await chatTemplates.listUnfinished(account.id)).toEqual([]);
  });

  it("says in the provider's own words that a name is taken, by another owner or by hand", async () => {
    const { create, refused, account, templateProvider, chatTemplates } = setUp();
    await create();
    templateProvider.put(account, { name: "by_hand" });
    for (const name of ["order_update", "by_hand"]) {
      expect(await refused(create({ name }, BEN))).toEqual({
        code: "invalid_request",
        message: "the chat provider refused it: Content in This Language Already Exists (2388024)",
      });
    }
    expect(await chatTemplates.list(BEN)).toEqual([]);
    expect(await chatTemplates.listUnfinished(account.id)).toEqual([]);
  });

  it.each(["findByName", "create"] as const)(
    "answers 502 when the provider is down at %s, and leaves nothing",
    async (method) => {
      const { create, refused, account, templateProvider, chatTemplates } = setUp();
      templateProvider.fail(method, down(true));
      expect(await refused(create())).toEqual({
        code: "provider_unavailable",
        message: "the chat provider is unavailable: try again later",
      });
      expect(await chatTemplates.list(ANNA)).toEqual([]);
      expect(await chatTemplates.listUnfinished(account.id)).toEqual([]);
      expect((await create()).remoteStatus).toBe("PENDING");
    },
  );

  it("creates although the look-up was refused", async () => {
    const { create, templateProvider } = setUp();
    templateProvider.fail("findByName", new ChatProviderRefusedError("not found"));
    expect((await create()).remoteStatus).toBe("PENDING");
  });

  it("adopts the template that a lost answer left at the provider", async () => {
    const { create, refused, account, templateProvider, chatTemplates } = setUp();
    templateProvider.fail("create", down(false), "after");
    expect((await refused(create())).code).toBe("provider_unavailable");
    expect(await chatTemplates.list(ANNA)).toEqual([]);
    expect(templateProvider.names(account)).toEqual(["order_update"]);
    const again = await create();
    expect(again.providerTemplateId).toBe("90071992547409931");
    expect(templateProvider.calls.filter((call) => call === "create")).toHaveLength(1);
    expect(await chatTemplates.listUnfinished(account.id)).toEqual([]);
  });

  it("adopts the template at the provider when our own write failed", async () => {
    const { deps, account, templateProvider, chatTemplates } = setUp();
    const broken = { ...chatTemplates, add: () => Promise.reject(new Error("the table is away")) };
    await expect(createChatTemplate({ ...deps, chatTemplates: broken }, ANNA, aRequest())).rejects.toThrow("is away");
    expect(await chatTemplates.list(ANNA)).toEqual([]);
    expect(await createChatTemplate(deps, ANNA, aRequest())).toMatchObject({ remoteStatus: "PENDING" });
    expect(templateProvider.names(account)).toEqual(["order_update"]);
    expect(await chatTemplates.list(ANNA)).toHaveLength(1);
  });

  it("gives a template that was left over to no other owner, and not to another definition", async () => {
    const { create, refused, templateProvider, chatTemplates } = setUp();
    templateProvider.fail("create", down(false), "after");
    await refused(create());
    const attempts = [create({}, BEN), create({ body: { text: "Another text." } })];
    for (const attempt of attempts) expect((await refused(attempt)).message).toContain("Already Exists");
    expect(await chatTemplates.list(BEN)).toEqual([]);
    expect(await create()).toBeDefined();
  });

  it("creates once when the same request comes twice at once", async () => {
    const { create, account, templateProvider, chatTemplates } = setUp();
    const both = await Promise.allSettled([create(), create()]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await chatTemplates.list(ANNA)).toHaveLength(1);
    expect(templateProvider.names(account)).toEqual(["order_update"]);
  });

  it("keeps the category that the platform chose", async () => {
    const { create, templateProvider, deps } = setUp();
    const provider = {
      ...templateProvider,
      create: async () => ({ providerTemplateId: "1", remoteStatus: "APPROVED", category: "MARKETING" as const }),
    };
    const template = await createChatTemplate({ ...deps, templateProvider: provider }, ANNA, aRequest());
    expect(template).toMatchObject({ definition: { category: "MARKETING" }, remoteStatus: "APPROVED" });
    expect((await create({ name: "plain" })).definition.category).toBe("UTILITY");
  });
});

describe("syncChatTemplate()", () => {
  it("takes over status, quality, category and the reason of a rejection, and drops the reason with the rejection", async () => {
    const { create, deps, account, templateProvider } = setUp();
    const { id, providerTemplateId } = await create();
    templateProvider.put(account, {
      providerTemplateId,
      remoteStatus: "REJECTED",
      rejectedReason: "SCAM",
      quality: "RED",
    });
    expect(await syncChatTemplate(deps, ANNA, id)).toMatchObject({
      remoteStatus: "REJECTED",
      rejectedReason: "SCAM",
      quality: "RED",
    });
    templateProvider.put(account, { providerTemplateId, remoteStatus: "APPROVED", category: "MARKETING" });
    const template = await syncChatTemplate(deps, ANNA, id);
    expect(template).toMatchObject({
      remoteStatus: "APPROVED",
      quality: "UNKNOWN",
      definition: { category: "MARKETING" },
    });
    expect(toChatTemplateView(template)).not.toHaveProperty("rejected_reason");
  });

  it("does not write when nothing is new", async () => {
    const { create, deps, clock } = setUp();
    const template = await create();
    clock.advance(1000);
    expect((await syncChatTemplate(deps, ANNA, template.id)).updatedAt).toBe(template.updatedAt);
  });

  it("shows what the provider has no more as deleted, until it has it again", async () => {
    const { create, deps, account, templateProvider } = setUp();
    const { id, providerTemplateId } = await create();
    templateProvider.drop(providerTemplateId);
    expect(await syncChatTemplate(deps, ANNA, id)).toMatchObject({ remoteStatus: "DELETED", isDisabled: false });
    templateProvider.put(account, { providerTemplateId, remoteStatus: "APPROVED" });
    expect(await syncChatTemplate(deps, ANNA, id)).toMatchObject({ remoteStatus: "APPROVED" });
  });

  it("shows no template as deleted when it is the account that the provider does not know", async () => {
    const { create, deps, refused, templateProvider } = setUp();
    const { id, providerTemplateId } = await create();
    templateProvider.drop(providerTemplateId);
    templateProvider.fail("list", new ChatProviderRefusedError("no such account"));
    expect(await refused(syncChatTemplate(deps, ANNA, id))).toEqual({
      code: "invalid_request",
      message: "the chat provider refused it: no such account",
    });
    expect(await deps.chatTemplates.get(ANNA, id)).toMatchObject({ remoteStatus: "PENDING" });
  });

  it("refuses a foreign id, a template without its account, and a provider that is down", async () => {
    const { create, deps, refused, account, templateProvider, chatAccounts } = setUp();
    const { id } = await create();
    expect((await refused(syncChatTemplate(deps, BEN, id))).code).toBe("not_found");
    templateProvider.fail("read", down(false));
    expect((await refused(syncChatTemplate(deps, ANNA, id))).code).toBe("provider_unavailable");
    await chatAccounts.remove(account.id);
    expect(await refused(syncChatTemplate(deps, ANNA, id))).toEqual({
      code: "invalid_request",
      message: "the template's chat account does not exist any more",
    });
  });
});

describe("deleteChatTemplate()", () => {
  it("removes at the provider, then disables here, once", async () => {
    const { create, deps, account, templateProvider, chatTemplates } = setUp();
    const { id } = await create();
    const template = await deleteChatTemplate(deps, ANNA, id);
    expect(toChatTemplateView(template)).toMatchObject({ disabled: true, can_send: false, remote_status: "DELETED" });
    expect(templateProvider.names(account)).toEqual([]);
    expect(await deleteChatTemplate(deps, ANNA, id)).toEqual(template);
    expect(templateProvider.calls.filter((call) => call === "remove")).toHaveLength(1);
    expect(await chatTemplates.list(ANNA)).toEqual([template]);
  });

  it("disables what is gone at the provider already, and what has lost its account", async () => {
    const { create, deps, account, templateProvider, chatAccounts } = setUp();
    const first = await create();
    const second = await create({ name: "second" });
    templateProvider.drop(first.providerTemplateId);
    expect((await deleteChatTemplate(deps, ANNA, first.id)).isDisabled).toBe(true);
    await chatAccounts.remove(account.id);
    expect((await deleteChatTemplate(deps, ANNA, second.id)).isDisabled).toBe(true);
  });

  it("changes nothing when the provider is down or says no, and hides foreign templates", async () => {
    const { create, deps, refused, templateProvider, chatTemplates } = setUp();
    const template = await create();
    templateProvider.fail("remove", down(false));
    expect((await refused(deleteChatTemplate(deps, ANNA, template.id))).code).toBe("provider_unavailable");
    templateProvider.fail("remove", new ChatProviderRefusedError("not now"));
    expect((await refused(deleteChatTemplate(deps, ANNA, template.id))).message).toContain("not now");
    expect((await refused(deleteChatTemplate(deps, BEN, template.id))).code).toBe("not_found");
    expect(await chatTemplates.get(ANNA, template.id)).toEqual(template);
  });

  it("does not ask the platform to delete what it has disabled itself: it would refuse", async () => {
    const { deps, account, templateProvider, chatTemplates } = setUp();
    const template = aChatTemplate({ owner: ANNA, chatAccountId: account.id, remoteStatus: "DISABLED" });
    await chatTemplates.add(template);
    expect((await deleteChatTemplate(deps, ANNA, template.id)).isDisabled).toBe(true);
    expect(templateProvider.calls).toEqual([]);
  });
});

describe("toChatTemplateView()", () => {
  it.each([
    ["APPROVED", false, true],
    ["ACTIVE", false, true],
    ["APPROVED", true, false],
    ["PENDING", false, false],
    ["REJECTED", false, false],
    ["PAUSED", false, false],
    ["DISABLED", false, false],
    ["DELETED", false, false],
  ])("of %s, disabled %s, says can_send %s", (remoteStatus, isDisabled, expected) => {
    expect(toChatTemplateView(aChatTemplate({ remoteStatus, isDisabled })).can_send).toBe(expected);
  });
});

describe("checkChatTemplate()", () => {
  it("tells every problem of the shape, unknown fields first", () => {
    expect(checkChatTemplate({ body: "text", more: 1 })).toEqual({
      problems: [
        'unknown field "more"',
        "name is required",
        "language is required",
        "category is required",
        "body must be an object",
      ],
      parameters: [],
    });
  });

  it("tells every broken rule and the parameters so far", () => {
    const { problems, parameters } = checkChatTemplate({
      name: "Order",
      language: "en",
      category: "UTILITY",
      header: { type: "image" },
      body: { text: "Hi {{1}}." },
    });
    expect(problems).toEqual([
      "name must be 1 to 512 lower-case letters, digits or underscores",
      "header.media_handle is required for a media header",
      "body.examples must have one example per variable, in order: 1 expected",
    ]);
    expect(parameters.map(({ name }) => name)).toEqual(["header_media", "parameter_1"]);
  });

  it("finds no problem in what may be created", () => {
    expect(checkChatTemplate(BODY)).toMatchObject({ problems: [], parameters: [{ name: "parameter_1" }] });
  });
});
