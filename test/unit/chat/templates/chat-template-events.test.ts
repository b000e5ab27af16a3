import { describe, expect, it } from "vitest";
import type { TemplateEvent } from "../../../../shared/chat/domain/chat-event.ts";
import { ChatProviderUnavailableError } from "../../../../shared/chat/ports/chat-provider-failures.ts";
import { applyTemplateEvent } from "../../../../shared/chat/templates/apply-template-event.ts";
import { anOwner } from "../../../support/an-owner.ts";
import { aChatAccount, aChatTemplate } from "../../../support/chat-builders.ts";
import { fakeClock } from "../../../support/fake-clock.ts";
import { inMemoryChatAccountStore } from "../../../support/in-memory-chat-account-store.ts";
import { inMemoryChatTemplateStore } from "../../../support/in-memory-chat-template-store.ts";
import { inMemoryTemplateProvider } from "../../../support/in-memory-template-provider.ts";

function setUp(changes: Parameters<typeof aChatTemplate>[0] = {}) {
  const account = aChatAccount({ owners: [anOwner("anna"), anOwner("ben")] });
  const template = aChatTemplate({
    owner: anOwner("ben"),
    chatAccountId: account.id,
    remoteStatus: "PENDING",
    ...changes,
  });
  const deps = {
    chatAccounts: inMemoryChatAccountStore([account]),
    chatTemplates: inMemoryChatTemplateStore([template]),
    templateProvider: inMemoryTemplateProvider(),
    clock: fakeClock("2026-11-22T08:00:00.000Z"),
  };
  const { providerTemplateId } = template;
  const apply = (event: Partial<TemplateEvent> & Pick<TemplateEvent, "kind" | "value">) =>
    applyTemplateEvent(deps, { providerTemplateId, ...event });
  return { ...deps, deps, account, template, apply };
}

describe("applyTemplateEvent()", () => {
  it.each([
    ["template_status", "APPROVED", { remoteStatus: "APPROVED" }],
    ["template_status", "PAUSED", { remoteStatus: "PAUSED" }],
    ["template_status", "PENDING_DELETION", { remoteStatus: "PENDING_DELETION" }],
    ["template_quality", "YELLOW", { quality: "YELLOW" }],
  ] as const)("of %s %s changes that alone", async (kind, value, expected) => {
    const { apply, template, chatTemplates } = setUp();
    const applied = await apply({ kind, value });
    expect(applied).toEqual({ ...template, ...expected, updatedAt: "2026-11-22T08:00:00.000Z" });
    expect(await chatTemplates.get(anOwner("ben"), template.id)).toEqual(applied);
  });

  it.each([
    ["template_status", "PENDING"],
    ["template_quality", "odd"],
    ["template_category", "UTILITY"],
  ] as const)("of %s %s writes nothing when that is known", async (kind, value) => {
    const { apply, template } = setUp();
    expect(await apply({ kind, value })).toEqual(template);
  });

  it("keeps the reason of a rejection, until the next status", async () => {
    const { apply } = setUp();
    const rejected = { kind: "template_status", value: "REJECTED", reason: "SCAM" } as const;
    expect(await apply(rejected)).toMatchObject({ remoteStatus: "REJECTED", rejectedReason: "SCAM" });
    expect(await apply(rejected)).toMatchObject({ rejectedReason: "SCAM" });
    expect((await apply({ kind: "template_status", value: "APPROVED" }))?.rejectedReason).toBe("");
  });

  it("moves the category, except from and to codes, which are built unlike all others", async () => {
    const { apply } = setUp();
    const moved = await apply({ kind: "template_category", value: "marketing" });
    expect(moved?.definition.category).toBe("MARKETING");
    for (const value of ["AUTHENTICATION", "NEW_WORD"]) {
      expect((await apply({ kind: "template_category", value }))?.definition.category).toBe("MARKETING");
    }
  });

  it.each(["REINSTATED", "UNARCHIVED", "FLAGGED"])("%s names no status: the provider is asked", async (value) => {
    const { apply, account, template, templateProvider } = setUp({ remoteStatus: "PAUSED" });
    const { providerTemplateId } = template;
    templateProvider.put(account, { providerTemplateId, remoteStatus: "APPROVED", quality: "GREEN" });
    expect(await apply({ kind: "template_status", value })).toMatchObject({
      remoteStatus: "APPROVED",
      quality: "GREEN",
    });
  });

  it("throws when the provider has to be asked and is down, so that the event comes again", async () => {
    const { apply, templateProvider } = setUp();
    templateProvider.fail("read", new ChatProviderUnavailableError("no answer", { isCertain: true }));
    await expect(apply({ kind: "template_status", value: "FLAGGED" })).rejects.toThrow("no answer");
  });

  it("leaves the template as it is when the provider cannot be asked for want of an account", async () => {
    const { apply, chatAccounts, account, template } = setUp();
    await chatAccounts.remove(account.id);
    expect(await apply({ kind: "template_status", value: "FLAGGED" })).toEqual(template);
  });

  it("finds a template by name and language when the platform left its id out", async () => {
    const { deps, account, template } = setUp();
    const { name, language } = template.definition;
    const event = { kind: "template_status", value: "APPROVED", name, language } as const;
    const { providerBusinessAccountId } = account;
    expect(await applyTemplateEvent(deps, { ...event, providerBusinessAccountId })).toMatchObject({
      remoteStatus: "APPROVED",
    });
    for (const odd of [
      { ...event, language: "de", providerBusinessAccountId },
      { ...event, providerBusinessAccountId: "1" },
      { ...event },
      { kind: "template_status", value: "APPROVED", providerBusinessAccountId },
    ] as const) {
      expect(await applyTemplateEvent(deps, odd)).toBeUndefined();
    }
  });

  it("is not ours when nobody has the template", async () => {
    const { apply } = setUp();
    expect(await apply({ kind: "template_status", value: "APPROVED", providerTemplateId: "1" })).toBeUndefined();
  });
});
