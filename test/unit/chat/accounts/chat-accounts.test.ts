import { describe, expect, it } from "vitest";
import { createChatAccount, replaceChatAccount } from "../../../../shared/chat/accounts/save-chat-account.ts";
import { verifyChatAccount } from "../../../../shared/chat/accounts/verify-chat-account.ts";
import { chatAccountRequest } from "../../../../shared/chat/contract/chat-account-request.ts";
import { toChatAccountView, toOwnChatAccountView } from "../../../../shared/chat/contract/chat-accounts.ts";
import type { ChatAccountProvider } from "../../../../shared/chat/ports/chat-account-provider.ts";
import {
  ChatProviderRefusedError,
  ChatProviderUnavailableError,
} from "../../../../shared/chat/ports/chat-provider-failures.ts";
import { anOwner } from "../../../support/an-owner.ts";
import { aChatAccount } from "../../../support/chat-builders.ts";
import { fakeClock } from "../../../support/fake-clock.ts";
import { inMemoryChatAccountStore } from "../../../support/in-memory-chat-account-store.ts";
import { compareWithoutRevisions } from "../../../support/same-but-revision.ts";
import { sequentialIdentifiers } from "../../../support/sequential-identifiers.ts";
import { shapeMessage } from "../../../support/shape-problems.ts";

compareWithoutRevisions();

const good = {
  label: "Shop",
  ownership_type: "service_managed",
  cloud_region: "eu-central-1",
  business_account_id: "waba-0d3e1a5c7b9f4e2d8a6c0b1f2e3d4c5b",
  origination_phone_number_id: "phone-number-id-1f2e3d4c5b6a79880d3e1a5c7b9f4e2d",
  provider_business_account_id: "90071992547409931234",
  provider_phone_number_id: "90071992547409935678",
  owners: ["anna"],
};
const message = (request: object) => shapeMessage(chatAccountRequest, request);

describe("chatAccountRequest", () => {
  it.each([
    [{ label: undefined }, "label is required"],
    [{ label: " " }, "label is required"],
    [{ label: 1 }, "label must be a string"],
    [{ label: "x".repeat(256) }, "label must have at most 255 characters"],
    [{ label: "a\nb" }, "label must not contain line breaks or control characters"],
    [{ ownership_type: undefined }, "ownership_type is required"],
    [{ ownership_type: "mine" }, "ownership_type must be one of: service_managed, customer_owned"],
    [{ cloud_region: undefined }, "cloud_region is required"],
    [{ cloud_region: "Frankfurt" }, "cloud_region must be a region such as eu-central-1"],
    [{ cloud_region: "eu-central-1.evil.example" }, "cloud_region must be a region such as eu-central-1"],
    [{ business_account_id: undefined }, "business_account_id is required"],
    [{ business_account_id: "365731266123456" }, "business_account_id must start with waba-"],
    [{ business_account_id: "waba-" }, "business_account_id must start with waba-"],
    [{ business_account_id: "waba-a/../b" }, "business_account_id must start with waba-"],
    [{ business_account_id: `waba-${"a".repeat(111)}` }, "business_account_id must have at most 115 characters"],
    [{ origination_phone_number_id: undefined }, "origination_phone_number_id is required"],
    [{ origination_phone_number_id: "+4930123" }, "origination_phone_number_id must start with phone-number-id-"],
    [{ provider_business_account_id: undefined }, "provider_business_account_id is required"],
    [
      { provider_business_account_id: 365731266123456 },
      "provider_business_account_id must be a string of at most 32 digits",
    ],
    [{ provider_business_account_id: "12a" }, "provider_business_account_id must be a string of at most 32 digits"],
    [{ provider_phone_number_id: 1 }, "provider_phone_number_id must be a string of at most 32 digits"],
    [{ provider_phone_number_id: "1".repeat(33) }, "provider_phone_number_id must be a string of at most 32 digits"],
    [{ is_default: "yes" }, "is_default must be a boolean"],
    [{ owners: undefined }, "owners is required"],
    [{ owners: "anna" }, "owners must be an array of strings"],
    [{ owners: [1] }, "owners must be an array of strings"],
    [{ owners: [] }, "owners must have at least one entry"],
    [{ owners: [" "] }, "owners must not contain an empty entry"],
    [{ owners: ["x".repeat(256)] }, "owners must have entries of at most 255 characters"],
    [{ owners: ["a\u0000"] }, "owners must not contain line breaks or control characters"],
    [
      { ownership_type: "customer_owned", owners: ["a", "b"] },
      "owners must have exactly one entry for a customer_owned account",
    ],
    [{ id: "x" }, 'unknown field "id"'],
  ])("answers %j with %s", (changes, expected) => {
    expect(message({ ...good, ...changes })).toBe(expected);
  });

  it("takes a customer_owned account with its one owner, and the same owner named twice as one", () => {
    expect(chatAccountRequest.parse({ ...good, ownership_type: "customer_owned", owners: ["a", "a"] }).owners).toEqual([
      "a",
    ]);
  });

  it("fills in what may be left out, and reads an empty number as none", () => {
    const { provider_phone_number_id: _left, ...rest } = good;
    expect(chatAccountRequest.parse(rest)).toMatchObject({ isDefault: false, providerPhoneNumberId: undefined });
    expect(chatAccountRequest.parse({ ...good, provider_phone_number_id: "" }).providerPhoneNumberId).toBeUndefined();
  });
});

describe("chat account views", () => {
  it("show an administrator everything, and an owner nothing of the administration", () => {
    const account = aChatAccount({ owners: [anOwner("anna"), anOwner("ben")], isDefault: true });
    expect(toChatAccountView(account)).toMatchObject({ owners: ["anna", "ben"], is_default: true });
    expect(toChatAccountView({ ...account, providerPhoneNumberId: undefined })).not.toHaveProperty(
      "provider_phone_number_id",
    );
    expect(toOwnChatAccountView(account)).toEqual({
      id: account.id,
      label: account.label,
      ownership_type: "service_managed",
      is_default: true,
      can_send_free_form: true,
    });
    expect(toOwnChatAccountView({ ...account, providerPhoneNumberId: undefined }).can_send_free_form).toBe(false);
  });
});

describe("saving chat accounts", () => {
  const setUp = () => ({
    chatAccounts: inMemoryChatAccountStore(),
    clock: fakeClock(),
    identifiers: sequentialIdentifiers(),
  });
  const request = (changes: object = {}) => chatAccountRequest.parse({ ...good, ...changes });

  it("creates an account with all its fields", async () => {
    const deps = setUp();
    const account = await createChatAccount(deps, request({ is_default: true }));
    expect(toChatAccountView(account)).toEqual({
      ...good,
      id: "00000000-0000-7000-8000-000000000001",
      is_default: true,
      created_at: "2026-11-21T12:00:00.000Z",
      updated_at: "2026-11-21T12:00:00.000Z",
    });
    expect(await deps.chatAccounts.findDefault(anOwner("anna"))).toEqual(account);
  });

  it("replaces everything, resetting what is left out", async () => {
    const deps = setUp();
    const { id } = await createChatAccount(deps, request({ is_default: true }));
    deps.clock.advance(1000);
    const { provider_phone_number_id: _left, ...rest } = good;
    const replaced = await replaceChatAccount(
      deps,
      { id },
      chatAccountRequest.parse({ ...rest, label: "New", owners: ["ben"] }),
    );
    expect(toChatAccountView(replaced)).toEqual({
      ...rest,
      id,
      label: "New",
      owners: ["ben"],
      is_default: false,
      created_at: "2026-11-21T12:00:00.000Z",
      updated_at: "2026-11-21T12:00:01.000Z",
    });
    expect(await deps.chatAccounts.findDefault(anOwner("anna"))).toBeUndefined();
  });

  it("refuses a number that another account has, and an account that is not there", async () => {
    const deps = setUp();
    await createChatAccount(deps, request());
    await expect(createChatAccount(deps, request())).rejects.toMatchObject({
      code: "provider_number_taken",
      message: "provider_phone_number_id belongs to another chat account",
    });
    const other = await createChatAccount(deps, request({ provider_phone_number_id: "1" }));
    await expect(replaceChatAccount(deps, other, request())).rejects.toMatchObject({
      code: "provider_number_taken",
    });
    await expect(replaceChatAccount(deps, { id: crypto.randomUUID() }, request())).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("verifyChatAccount()", () => {
  const TOPIC = "arn:aws:sns:eu-central-1:123456789012:chat-events";
  const setUp = (changes: { business?: object | undefined; number?: object | undefined } = {}) => {
    const account = aChatAccount();
    const provider: ChatAccountProvider = {
      business: async () =>
        "business" in changes && changes.business === undefined
          ? undefined
          : {
              businessAccountId: account.businessAccountId,
              providerBusinessAccountId: account.providerBusinessAccountId,
              registrationStatus: "COMPLETE",
              eventDestinations: [TOPIC],
              ...changes.business,
            },
      number: async () =>
        "number" in changes && changes.number === undefined
          ? undefined
          : {
              originationPhoneNumberId: account.originationPhoneNumberId,
              providerPhoneNumberId: account.providerPhoneNumberId ?? "",
              businessAccountId: account.businessAccountId,
              ...changes.number,
            },
    };
    const deps = {
      chatAccounts: inMemoryChatAccountStore([account]),
      chatAccountProvider: provider,
      chatTopicArn: TOPIC,
      clock: fakeClock(),
    };
    const wrong = async () => (await verifyChatAccount(deps, account.id)).checks.filter(({ ok }) => !ok);
    return { account, deps, wrong };
  };

  it("is content with an account that the provider describes in the same words", async () => {
    const { deps, account } = setUp();
    const { ok, checks } = await verifyChatAccount(deps, account.id);
    expect(ok).toBe(true);
    expect(checks.map(({ name }) => name)).toEqual([
      "business_account_id",
      "registration_status",
      "provider_business_account_id",
      "event_destination",
      "origination_phone_number_id",
      "number_of_business_account",
      "provider_phone_number_id",
    ]);
  });

  it.each([
    [{ business: { registrationStatus: "INCOMPLETE" } }, "registration_status", "INCOMPLETE"],
    [{ business: { providerBusinessAccountId: "7" } }, "provider_business_account_id", "7"],
    [{ business: { eventDestinations: [] } }, "event_destination", ""],
    [{ business: { eventDestinations: ["arn:other"] } }, "event_destination", "arn:other"],
    [{ number: { providerPhoneNumberId: "8" } }, "provider_phone_number_id", "8"],
    [{ number: { businessAccountId: "waba-other" } }, "number_of_business_account", "waba-other"],
  ])("finds %j", async (changes, name, actual) => {
    const { deps, account, wrong } = setUp(changes);
    expect(await wrong()).toEqual([expect.objectContaining({ name, actual, ok: false })]);
    expect((await verifyChatAccount(deps, account.id)).ok).toBe(false);
  });

  it("keeps with the account what it found, and when", async () => {
    const { deps, account } = setUp({ number: { businessAccountId: "waba-other", quality: "YELLOW" } });
    await verifyChatAccount(deps, account.id);
    const at = new Date(deps.clock.now()).toISOString();
    const kept = { at, problems: ["number_of_business_account"], quality: "YELLOW" };
    const stored = await deps.chatAccounts.get(account.id);
    expect(stored?.verification).toEqual(kept);
    if (stored === undefined) throw new Error("it is gone");
    expect(toChatAccountView(stored)).not.toHaveProperty("verification");
    expect(toChatAccountView(stored, true).verification).toEqual({ ...kept, ok: false });
  });

  it("keeps it while what was compared stays as it is", async () => {
    const { deps, account } = setUp();
    await verifyChatAccount(deps, account.id);
    const { id: _id, createdAt: _c, updatedAt: _u, providerPhoneNumberId, owners, ...same } = account;
    const fields = { ...same, providerPhoneNumberId, owners: [...owners] };
    const services = { ...deps, identifiers: sequentialIdentifiers() };
    const renamed = await replaceChatAccount(services, { id: account.id }, { ...fields, label: "New" });
    expect(renamed.verification).toMatchObject({ problems: [] });
    const moved = await replaceChatAccount(services, { id: account.id }, { ...fields, cloudRegion: "eu-west-1" });
    expect(moved).not.toHaveProperty("verification");
  });

  it("says of everything that is not linked that it was not found", async () => {
    const { wrong } = setUp({ business: undefined, number: undefined });
    expect(new Set((await wrong()).map(({ actual }) => actual))).toEqual(new Set(["not found"]));
    expect(await wrong()).toHaveLength(7);
  });

  it("shows the number of an account without one, and does not ask for a topic where none is configured", async () => {
    const { deps, account } = setUp({ number: { providerPhoneNumberId: "99" } });
    await deps.chatAccounts.replace({ ...account, providerPhoneNumberId: undefined });
    const { ok, checks } = await verifyChatAccount({ ...deps, chatTopicArn: undefined }, account.id);
    expect(ok).toBe(true);
    expect(checks.at(-1)).toEqual({ name: "provider_phone_number_id", ok: true, expected: "", actual: "99" });
    expect(checks.map(({ name }) => name)).not.toContain("event_destination");
  });

  it("refuses an account that is not there, and a provider that is down or says no", async () => {
    const { deps, account } = setUp();
    await expect(verifyChatAccount(deps, crypto.randomUUID())).rejects.toMatchObject({ code: "not_found" });
    const failing = (error: Error) => ({
      ...deps,
      chatAccountProvider: { ...deps.chatAccountProvider, business: () => Promise.reject(error) },
    });
    const away = new ChatProviderUnavailableError("no answer", { isCertain: true });
    await expect(verifyChatAccount(failing(away), account.id)).rejects.toMatchObject({ code: "provider_unavailable" });
    const no = new ChatProviderRefusedError("bad id");
    await expect(verifyChatAccount(failing(no), account.id)).rejects.toMatchObject({
      code: "invalid_request",
      message: "the chat provider refused it: bad id",
    });
  });
});
