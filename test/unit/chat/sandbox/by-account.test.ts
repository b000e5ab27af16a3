import { describe, expect, it } from "vitest";
import { sandboxAccount } from "../../../../shared/chat/domain/sandbox-account.ts";
import type { ChatMedia } from "../../../../shared/chat/ports/chat-media.ts";
import { MediaGoneError } from "../../../../shared/chat/ports/chat-media.ts";
import { ChatProviderRefusedError } from "../../../../shared/chat/ports/chat-provider-failures.ts";
import type { ChatTemplateProvider } from "../../../../shared/chat/ports/chat-template-provider.ts";
import { mediaByAccount, senderByAccount, templatesByAccount } from "../../../../shared/chat/sandbox/by-account.ts";
import { SandboxMedia } from "../../../../shared/chat/sandbox/sandbox-media.ts";
import { SandboxTemplates } from "../../../../shared/chat/sandbox/sandbox-templates.ts";
import { testOwnerOf } from "../../../../shared/kernel/test-mode.ts";
import { anOwner } from "../../../support/an-owner.ts";
import { aChatAccount, aChatTemplate } from "../../../support/chat-builders.ts";
import { inMemoryChatTemplateStore } from "../../../support/in-memory-chat-template-store.ts";
import { recordingChatSender } from "../../../support/recording-chat-sender.ts";
import { sequentialIdentifiers } from "../../../support/sequential-identifiers.ts";

const LIVE = aChatAccount();
const SANDBOX = sandboxAccount(crypto.randomUUID(), [testOwnerOf(anOwner())]);
const { definition } = aChatTemplate();
const PLACE = { bucket: "media", key: "a" };

/** Answers every call with the name of the port and the method. */
const named = <Port extends object>(name: string): Port =>
  new Proxy({} as Port, { get: (_, method) => async () => `${name} ${String(method)}` });

describe("ports by account (D48d)", () => {
  it("send messages of accounts of test mode to the sandbox, and all others to the provider", async () => {
    const [provider, sandbox] = [recordingChatSender(), recordingChatSender()];
    const sender = senderByAccount(provider, sandbox);
    const message = {
      recipient: { phone: "+15551230001" },
      callbackId: "1",
      message: { type: "text", body: "Hi", previewUrl: false },
    } as const;
    await sender.send({ ...message, account: LIVE });
    await sender.send({ ...message, account: SANDBOX });
    expect([provider.sent, sandbox.sent].map((sent) => sent.map(({ account }) => account))).toEqual([
      [LIVE],
      [SANDBOX],
    ]);
  });

  it("manage templates of each at its own place", async () => {
    const templates = templatesByAccount(named<ChatTemplateProvider>("provider"), named("sandbox"));
    for (const [home, name] of [
      [LIVE, "provider"],
      [SANDBOX, "sandbox"],
    ] as const)
      expect([
        await templates.create(home, definition),
        await templates.read(home, "1"),
        await templates.findByName(home, definition),
        await templates.list(home),
        await templates.remove(home, { providerTemplateId: "1", name: "a" }),
      ]).toEqual(["create", "read", "findByName", "list", "remove"].map((method) => `${name} ${method}`));
  });

  it("move files of each at its own place", async () => {
    const media = mediaByAccount(named<ChatMedia>("provider"), named("sandbox"));
    for (const [home, name] of [
      [LIVE, "provider"],
      [SANDBOX, "sandbox"],
    ] as const)
      expect([
        await media.register(home, PLACE),
        await media.unregister(home, "1"),
        await media.retrieve(home, "1", PLACE),
        await media.registerForReview(home, PLACE),
      ]).toEqual(["register", "unregister", "retrieve", "registerForReview"].map((method) => `${name} ${method}`));
  });
});

describe("templates of the sandbox (D48d)", () => {
  it("are approved at once, under ids that no event of the platform has", async () => {
    const store = inMemoryChatTemplateStore();
    const templates = new SandboxTemplates(sequentialIdentifiers(), store);
    const one = await templates.create(SANDBOX, definition);
    expect(one).toEqual({
      providerTemplateId: expect.stringMatching(/^sandbox-/),
      remoteStatus: "APPROVED",
      category: definition.category,
    });
    await store.add(aChatTemplate({ ...one, definition }));
    await expect(templates.create(SANDBOX, definition)).rejects.toThrow(ChatProviderRefusedError);
    const others = [
      await templates.create(SANDBOX, { ...definition, name: "other" }),
      await templates.create(SANDBOX, { ...definition, language: "de" }),
      await templates.create(sandboxAccount(crypto.randomUUID(), []), definition),
    ].map(({ providerTemplateId }) => providerTemplateId);
    expect(new Set([one.providerTemplateId, ...others]).size).toBe(4);
    expect(await templates.read(SANDBOX, one.providerTemplateId)).toMatchObject({ remoteStatus: "APPROVED" });
    expect(await templates.findByName()).toBeUndefined();
    expect(await templates.list()).toEqual({ templates: [] });
    expect(await templates.remove()).toBeUndefined();
  });
});

describe("files of the sandbox", () => {
  it("have ids, and are copied from nowhere", async () => {
    const media = new SandboxMedia(sequentialIdentifiers());
    const ids = [await media.register(), await media.register(), await media.registerForReview()];
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^sandbox-/);
    expect(await media.unregister()).toBeUndefined();
    await expect(media.retrieve()).rejects.toThrow(MediaGoneError);
  });
});
