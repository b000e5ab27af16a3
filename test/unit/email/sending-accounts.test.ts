import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  type SendingAccountRequest,
  sendingAccountRequest,
} from "../../../shared/email/contract/sending-account-request.ts";
import { toSendingAccountView } from "../../../shared/email/contract/sending-accounts.ts";
import { createSendingAccount } from "../../../shared/email/create-sending-account.ts";
import { isFailing } from "../../../shared/email/domain/account-health.ts";
import { replaceSendingAccount } from "../../../shared/email/replace-sending-account.ts";
import { testSendingAccount } from "../../../shared/email/test-sending-account.ts";
import { tryAccountDraft } from "../../../shared/email/try-account-draft.ts";
import { trySendingAccount } from "../../../shared/email/try-sending-account.ts";
import { OtherRevisionError, shownRevision } from "../../../shared/kernel/revision.ts";
import { WriteConflictError } from "../../../shared/kernel/write-conflict.ts";
import { anOwner } from "../../support/an-owner.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryReturnKeys } from "../../support/in-memory-return-keys.ts";
import { inMemorySendingAccountStore } from "../../support/in-memory-sending-account-store.ts";
import { plainSecretBox } from "../../support/plain-secret-box.ts";
import { acceptAll, recordingMailer } from "../../support/recording-mailer.ts";
import { sequentialIdentifiers } from "../../support/sequential-identifiers.ts";
import { silentLog } from "../../support/silent-telemetry.ts";

const OWNER = anOwner("owner-1");
const SMTP = {
  label: "Main",
  from_address: "herald@sender.example",
  host: "mail.sender.example",
  port: 587,
  encryption: "starttls",
  password: "first",
};
const API = { provider: "http_api", endpoint: "https://api.example/send", body_template: "{}", api_key: "key" };
const aRequest = (changes: Record<string, unknown> = {}): SendingAccountRequest =>
  sendingAccountRequest.parse({ ...SMTP, ...changes });
const anApiRequest = (changes: Record<string, unknown> = {}): SendingAccountRequest =>
  sendingAccountRequest.parse({ label: "Api", from_address: "herald@sender.example", ...API, ...changes });

const CHAT_TOPIC = "arn:aws:sns:eu-central-1:123456789012:chat-events";
const SES_TOPIC = "arn:aws:sns:eu-central-1:123456789012:ses-feedback";

function setUp({
  isHttpApiEnabled = false,
  bounceDomain = "bounces.sender.example",
  answer = undefined as Parameters<typeof recordingMailer>[0],
} = {}) {
  const clock = fakeClock();
  const deps = {
    sendingAccounts: inMemorySendingAccountStore(),
    secretBox: plainSecretBox(),
    mailer: recordingMailer(answer),
    identifiers: sequentialIdentifiers(),
    clock,
    log: silentLog,
    isHttpApiEnabled,
    chatTopicArn: CHAT_TOPIC,
    bounceDomain: bounceDomain || undefined,
    returnKeys: inMemoryReturnKeys(),
    faultOfProviderTemplate: async (text: string) =>
      text.includes("{{broken") ? "line 1, column 3: broken" : undefined,
  };
  const create = (request = aRequest()) => createSendingAccount(deps, OWNER, request);
  const secretOf = async (id: string) => {
    const account = await deps.sendingAccounts.find(OWNER, id);
    return account && deps.secretBox.open(account.secret, { owner: OWNER, accountId: id });
  };
  return { deps, clock, create, secretOf };
}

describe("the return path of an account (D45f)", () => {
  const returnPathOf = async (return_path: string | undefined, bounceDomain?: string) => {
    const { create } = setUp({ ...(bounceDomain !== undefined && { bounceDomain }) });
    const account = await create(aRequest({ return_path }));
    return toSendingAccountView(account).return_path;
  };

  it.each([
    ["b@bounces.sender.example", "b@bounces.sender.example"],
    ["B_o.Unce-1@Bounces.Sender.example", "b_o.unce-1@bounces.sender.example"],
    ["12345678901234567890@bounces.sender.example", "12345678901234567890@bounces.sender.example"],
    [".b@bounces.sender.example", ".b@bounces.sender.example"],
    ["b.@bounces.sender.example", "b.@bounces.sender.example"],
    ["b..c@bounces.sender.example", "b..c@bounces.sender.example"],
    ["", undefined],
    [undefined, undefined],
  ])("takes %j and shows %j", async (given, shown) => {
    expect(await returnPathOf(given)).toBe(shown);
  });

  it.each([
    ["another domain", "b@sender.example"],
    ["a domain below", "b@a.bounces.sender.example"],
  ])("refuses %s, and names the field", async (_, given) => {
    const message = "return_path must be an address @bounces.sender.example";
    const problems = [{ field: "return_path", message }];
    await expect(returnPathOf(given)).rejects.toMatchObject({ code: "invalid_request", message, problems });
  });

  it.each([
    ["21 characters", "123456789012345678901@bounces.sender.example"],
    ["no local part", "@bounces.sender.example"],
    ["no domain", "bounces"],
    ["two at signs", "b@b@bounces.sender.example"],
    ["a plus part", "b+c@bounces.sender.example"],
    ["characters beyond ASCII", "bü@bounces.sender.example"],
    ["the Kelvin sign, which is a k in lower case", "b\u212a@bounces.sender.example"],
    ["the Kelvin sign in the domain", "b@bounces.sender.example\u212a"],
    ["a space", "b c@bounces.sender.example"],
    ["a space before it", " b@bounces.sender.example"],
    ["a line break behind it", "b@bounces.sender.example\n"],
    ["blanks alone", " "],
  ])("refuses %s beside other problems, and names the field", (_, return_path) => {
    const { error } = sendingAccountRequest.safeParse({ ...SMTP, label: 1, return_path });
    expect(error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
      ["label", expect.any(String)],
      [
        "return_path",
        "return_path must be local@domain with 1 to 20 of a-z, 0-9, dot, underscore and dash before the at sign",
      ],
    ]);
  });

  it("refuses every one where the deployment takes no mails back", async () => {
    await expect(returnPathOf("b@bounces.sender.example", "")).rejects.toThrow("return_path must be absent");
    expect(await returnPathOf("", "")).toBeUndefined();
  });

  it("is reset by a replacement without it, and refused there and in a draft, too", async () => {
    const { deps, create } = setUp();
    const return_path = "b@bounces.sender.example";
    const { id } = await create(aRequest({ return_path }));
    const replace = (changes: Record<string, unknown>) =>
      replaceSendingAccount(deps, { owner: OWNER, id }, aRequest({ password: "", ...changes }));
    expect((await replace({ return_path })).returnPath?.address).toBe(return_path);
    await expect(replace({ return_path: "b@sender.example" })).rejects.toThrow("return_path");
    expect((await replace({ return_path: "" })).returnPath).toBeUndefined();
    const draft = { account: aRequest({ return_path: "b@sender.example" }) };
    await expect(tryAccountDraft(deps, { owner: OWNER, draft }, undefined)).rejects.toMatchObject({
      problems: [{ field: "account.return_path" }],
    });
  });
});

describe("createSendingAccount()", () => {
  it("makes the first account the default even when it says it is not", async () => {
    const { create } = setUp();
    expect(await create(aRequest({ is_default: false }))).toMatchObject({ isDefault: true });
    expect(await create()).toMatchObject({ isDefault: false });
    expect(await create(aRequest({ is_default: true }))).toMatchObject({ isDefault: true });
  });

  it("keeps the secret sealed under owner and account", async () => {
    const { create, secretOf } = setUp();
    const account = await create();
    expect(account.secret).not.toContain("first");
    expect(await secretOf(account.id)).toBe("first");
  });

  it.each([
    [aRequest({ password: "" }), "password is required"],
    [aRequest({ password: undefined }), "password is required"],
    [anApiRequest({ api_key: "" }), "api_key is required"],
  ])("refuses an account without its secret", async (request, message) => {
    await expect(setUp({ isHttpApiEnabled: true }).create(request)).rejects.toMatchObject({
      code: "invalid_request",
      message,
    });
  });

  it("refuses http_api while the deployment has it switched off (D12)", async () => {
    const { create } = setUp();
    const refusal = { code: "invalid_request", message: "provider http_api is not enabled" };
    await expect(create(anApiRequest())).rejects.toMatchObject(refusal);
    expect(await setUp({ isHttpApiEnabled: true }).create(anApiRequest())).toMatchObject({
      settings: { provider: "http_api", endpoint: "https://api.example/send" },
    });
  });
});

describe("the feedback topic (D45g)", () => {
  const named = (feedback_topic_arn?: string) => aRequest({ feedback_topic_arn });

  it("is kept, and reset by a replacement without it", async () => {
    const { deps, create } = setUp();
    const created = await create(named(SES_TOPIC));
    expect(toSendingAccountView(created)).toMatchObject({ feedback_topic_arn: SES_TOPIC });
    const place = { owner: OWNER, id: created.id };
    for (const request of [named(), named("")]) {
      await replaceSendingAccount(deps, place, named(SES_TOPIC));
      expect(toSendingAccountView(await replaceSendingAccount(deps, place, request))).not.toHaveProperty(
        "feedback_topic_arn",
      );
    }
  });

  it("is not the topic of chat events", async () => {
    const { deps, create } = setUp();
    const { id } = await create();
    const message = "feedback_topic_arn must not be the topic of chat events";
    const refusal = { code: "invalid_request", message, problems: [{ field: "feedback_topic_arn", message }] };
    await expect(create(named(CHAT_TOPIC))).rejects.toMatchObject(refusal);
    await expect(replaceSendingAccount(deps, { owner: OWNER, id }, named(CHAT_TOPIC))).rejects.toMatchObject(refusal);
  });
});

describe("http_api templates", () => {
  it.each(["body_template", "auth_value_template"])("are parsed when saved: %s", async (field) => {
    const { deps, create } = setUp({ isHttpApiEnabled: true });
    const { id } = await create();
    const broken = anApiRequest({ [field]: "{{broken" });
    const problems = [{ field, message: "line 1, column 3: broken" }];
    const refusal = { code: "invalid_request", message: `${field} is not a valid template`, problems };
    await expect(create(broken)).rejects.toMatchObject(refusal);
    await expect(replaceSendingAccount(deps, { owner: OWNER, id }, broken)).rejects.toMatchObject(refusal);
    const tried = tryAccountDraft(deps, { owner: OWNER, draft: { account: broken } }, undefined);
    await expect(tried).rejects.toMatchObject({
      ...refusal,
      problems: [{ ...problems[0], field: `account.${field}` }],
    });
  });
});

describe("replaceSendingAccount()", () => {
  it("keeps the stored secret when it is empty or absent, and takes a new one", async () => {
    const { deps, create, secretOf } = setUp();
    const { id } = await create();
    for (const password of ["", undefined]) {
      await replaceSendingAccount(deps, { owner: OWNER, id }, aRequest({ password, label: "New" }));
      expect(await secretOf(id)).toBe("first");
    }
    await replaceSendingAccount(deps, { owner: OWNER, id }, aRequest({ password: "second" }));
    expect(await secretOf(id)).toBe("second");
  });

  it("refuses another revision before it asks for the password of another provider", async () => {
    const { deps, create } = setUp({ isHttpApiEnabled: true });
    const created = await create();
    const place = { owner: OWNER, id: created.id };
    await replaceSendingAccount(deps, place, anApiRequest());
    const expected = [shownRevision(created)];
    const late = replaceSendingAccount(deps, { ...place, expected }, aRequest({ password: "" }));
    await expect(late).rejects.toBeInstanceOf(OtherRevisionError);
  });

  it("puts no older password back when another request saves a new one between its read and its write", async () => {
    const { deps, create, secretOf } = setUp();
    const { id } = await create();
    const save = (password: string | undefined, through = deps) =>
      replaceSendingAccount(through, { owner: OWNER, id }, aRequest({ password, label: password ?? "Without" }));
    let rivals = 1;
    const find: typeof deps.sendingAccounts.find = async (owner, of) => {
      const found = await deps.sendingAccounts.find(owner, of);
      if (rivals-- > 0) await save("second");
      return found;
    };
    const between = { ...deps, sendingAccounts: { ...deps.sendingAccounts, find } };
    expect(await save(undefined, between)).toMatchObject({ label: "Without" });
    expect(await secretOf(id)).toBe("second");
  });

  it("gives up after many new passwords between its reads and its writes, and says that nothing was written", async () => {
    const random = vi.spyOn(Math, "random").mockReturnValue(0);
    onTestFinished(() => random.mockRestore());
    const { deps, create, secretOf } = setUp();
    const { id } = await create();
    let rivals = 0;
    const find: typeof deps.sendingAccounts.find = async (owner, of) => {
      const found = await deps.sendingAccounts.find(owner, of);
      await replaceSendingAccount(deps, { owner: OWNER, id }, aRequest({ password: `rival ${++rivals}` }));
      return found;
    };
    const between = { ...deps, sendingAccounts: { ...deps.sendingAccounts, find } };
    const losing = replaceSendingAccount(between, { owner: OWNER, id }, aRequest({ password: "" }));
    await expect(losing).rejects.toThrow(WriteConflictError);
    expect(await secretOf(id)).toBe(`rival ${rivals}`);
    expect(rivals).toBeLessThan(20);
  });

  it("keeps the stored secret when the host changes and none is given (R-domain-lists)", async () => {
    const { deps, create } = setUp();
    const { id } = await create();
    const moved = aRequest({ host: "mail.else.example", port: 465, encryption: "tls", password: "" });
    expect(await replaceSendingAccount(deps, { owner: OWNER, id }, moved)).toMatchObject({
      settings: { host: "mail.else.example" },
    });
    await testSendingAccount(deps, { owner: OWNER, id }, undefined);
    expect(deps.mailer.sent[0]).toMatchObject({ route: { secret: "first" } });
  });

  it("asks for a secret when the provider changes: the old one is not for it", async () => {
    const { deps, create } = setUp({ isHttpApiEnabled: true });
    const { id } = await create();
    const replace = (request: SendingAccountRequest) => replaceSendingAccount(deps, { owner: OWNER, id }, request);
    await expect(replace(anApiRequest({ api_key: "" }))).rejects.toMatchObject({ message: "api_key is required" });
    expect(await replace(anApiRequest())).toMatchObject({ settings: { provider: "http_api" } });
  });

  it("resets what is left out, and keeps when it was created", async () => {
    const { deps, clock, create } = setUp();
    const before = await create(aRequest({ from_name: "Old", trusted_domains: ["example.org"], username: "me" }));
    clock.advance(60_000);
    const after = await replaceSendingAccount(deps, { owner: OWNER, id: before.id }, aRequest());
    expect(after).toMatchObject({ fromName: undefined, trustedDomains: [], settings: { username: undefined } });
    expect(after.createdAt).toBe(before.createdAt);
    expect(Date.parse(after.updatedAt) - Date.parse(before.updatedAt)).toBe(60_000);
  });

  it.each([
    [undefined, true],
    [true, true],
    [false, false],
  ])("with is_default %s on the default account leaves it %s (D15)", async (is_default, expected) => {
    const { deps, create } = setUp();
    const { id } = await create();
    expect(await replaceSendingAccount(deps, { owner: OWNER, id }, aRequest({ is_default }))).toMatchObject({
      isDefault: expected,
    });
  });

  it("answers not found for a missing, a foreign and a just deleted account", async () => {
    const { deps, create } = setUp();
    const { id } = await create();
    const missing = { code: "not_found" };
    await expect(replaceSendingAccount(deps, { owner: anOwner("owner-2"), id }, aRequest())).rejects.toMatchObject(
      missing,
    );
    await expect(replaceSendingAccount(deps, { owner: OWNER, id: "none" }, aRequest())).rejects.toMatchObject(missing);
    const gone = { ...deps, sendingAccounts: { ...deps.sendingAccounts, replace: async () => undefined } };
    await expect(replaceSendingAccount(gone, { owner: OWNER, id }, aRequest())).rejects.toMatchObject(missing);
  });
});

describe("testSendingAccount()", () => {
  it("sends at once, to from_address unless told otherwise, within 20 s", async () => {
    const { deps, create } = setUp();
    const { id } = await create();
    await testSendingAccount(deps, { owner: OWNER, id }, undefined);
    await testSendingAccount(deps, { owner: OWNER, id }, "");
    await testSendingAccount(deps, { owner: OWNER, id }, "anna@example.org");
    expect(deps.mailer.sent.map(({ mail }) => mail.envelope)).toEqual([
      ["herald@sender.example"],
      ["herald@sender.example"],
      ["anna@example.org"],
    ]);
    expect(deps.mailer.sent[0]).toMatchObject({ route: { secret: "first" } });
    expect(deps.mailer.sent[0]?.timeoutMs).toBeLessThan(20_000);
  });

  it("sends the same Message-ID when a request comes again that died before its answer was kept", async () => {
    const { deps, create } = setUp();
    const { id } = await create();
    const mailId = "00000000-0000-7000-8000-00000000beef";
    for (let tries = 0; tries < 2; tries++) {
      await testSendingAccount(deps, { owner: OWNER, id, mailId }, undefined);
      await trySendingAccount(deps, { owner: OWNER, id, mailId }, undefined);
      await tryAccountDraft(deps, { owner: OWNER, draft: { account: aRequest() }, mailId }, undefined);
    }
    const messageIds = deps.mailer.sent.map(({ mail }) => mail.messageId);
    expect(messageIds).toEqual(messageIds.map(() => `<${mailId}@sender.example>`));
    await testSendingAccount(deps, { owner: OWNER, id }, undefined);
    expect(deps.mailer.sent.at(-1)?.mail.messageId).not.toBe(messageIds[0]);
  });

  it("is not held against trusted_domains, which are about notifications", async () => {
    const { deps, create } = setUp();
    const { id } = await create(aRequest({ trusted_domains: ["example.org"] }));
    await testSendingAccount(deps, { owner: OWNER, id }, undefined);
    await testSendingAccount(deps, { owner: OWNER, id }, "anna@else.example");
    expect(deps.mailer.sent).toHaveLength(2);
  });

  it.each([
    [
      { kind: "failed", isTerminal: true, stage: "authentication", cause: "535 bad credentials" },
      "535 bad credentials",
    ],
    [{ kind: "answered", recipients: [{ address: "x", result: "refused", code: 550, text: "550 no" }] }, "550 no"],
    [{ kind: "answered", recipients: [{ address: "x", result: "deferred", code: 451 }] }, "451"],
  ] as const)("refuses with the server's own words (D16)", async (outcome, detail) => {
    const { deps, create } = setUp({ answer: () => outcome });
    const { id } = await create();
    await expect(testSendingAccount(deps, { owner: OWNER, id }, undefined)).rejects.toMatchObject({
      code: "test_send_failed",
      message: "failed to send test email",
      detail,
    });
  });

  it("answers not found for another owner's account", async () => {
    const { deps, create } = setUp();
    const { id } = await create();
    await expect(testSendingAccount(deps, { owner: anOwner("owner-2"), id }, undefined)).rejects.toMatchObject({
      code: "not_found",
    });
    expect(deps.mailer.sent).toEqual([]);
  });
});

describe("an account that fails, and its owner who mends it", () => {
  const REFUSED = { kind: "failed", isTerminal: true, stage: "authentication", code: 535, cause: "535 no" } as const;
  async function failing(outcomes: readonly (typeof REFUSED | "taken")[] = []) {
    const left = [...outcomes];
    const { deps, clock, create } = setUp({
      answer: (mail) => {
        const next = left.shift() ?? "taken";
        return next === "taken" ? acceptAll(mail) : next;
      },
    });
    const account = await create();
    await deps.sendingAccounts.noteHealth(account, { status: "failing", sinceMs: clock.now() });
    clock.advance(60_000);
    const stored = async () => {
      const found = await deps.sendingAccounts.find(OWNER, account.id);
      if (found === undefined) throw new Error("the account is gone");
      return found;
    };
    const save = (changes: Record<string, unknown> = {}) =>
      replaceSendingAccount(deps, { owner: OWNER, id: account.id }, aRequest({ password: "", ...changes }));
    const test = () => trySendingAccount(deps, { owner: OWNER, id: account.id }, undefined);
    return { deps, clock, stored, save, test };
  }

  it("is no alarm any more once another password or server is saved", async () => {
    for (const change of [{ password: "right" }, { host: "other.sender.example" }, { port: 2525 }, { username: "u" }]) {
      const { stored, save } = await failing();
      await save(change);
      expect(isFailing(await stored())).toBe(false);
      expect((await stored()).health?.status).toBe("failing");
    }
  });

  it("stays one when its name or its domains are saved", async () => {
    const { stored, save } = await failing();
    await save({ label: "Another", trusted_domains: ["example.org"], max_connections: 3 });
    expect(isFailing(await stored())).toBe(true);
    await save({ password: "right" });
    await save({ label: "Another still" });
    expect(isFailing(await stored())).toBe(false);
  });

  it("has recovered when a test of what is saved was taken", async () => {
    const { stored, test, clock } = await failing();
    await test();
    expect((await stored()).health).toEqual({ status: "working", sinceMs: clock.now() });
  });

  it("is an alarm again when a test of the new password is refused", async () => {
    const { stored, save, test } = await failing([REFUSED]);
    await save({ password: "wrong again" });
    await test();
    expect(isFailing(await stored())).toBe(true);
  });

  it("says nothing of a test with settings that nobody has saved", async () => {
    const { deps, stored } = await failing();
    await tryAccountDraft(deps, { owner: OWNER, draft: { account: aRequest({ password: "right" }) } }, undefined);
    expect(isFailing(await stored())).toBe(true);
  });

  it("does not begin to fail by a test alone", async () => {
    const { deps, create } = setUp({ answer: () => REFUSED });
    const { id } = await create();
    await trySendingAccount(deps, { owner: OWNER, id }, undefined);
    expect((await deps.sendingAccounts.find(OWNER, id))?.health).toBeUndefined();
  });
});

describe("tryAccountDraft()", () => {
  const trying = (deps: ReturnType<typeof setUp>["deps"], account: SendingAccountRequest, storedId?: string) =>
    tryAccountDraft(deps, { owner: OWNER, draft: { account, storedId } }, "you@example.test");

  it("sends by the settings that nobody has saved, and stores nothing", async () => {
    const { deps } = setUp();
    expect(await trying(deps, aRequest())).toMatchObject({ recipient: "you@example.test", failure: undefined });
    expect(deps.mailer.sent[0]).toMatchObject({ route: { secret: "first", settings: { host: SMTP.host } } });
    expect(await deps.sendingAccounts.list(OWNER)).toEqual([]);
  });

  it("lends the stored password to the same host only, by a connection of its own", async () => {
    const { deps, create } = setUp();
    const { id } = await create();
    await trying(deps, aRequest({ password: "", host: "Mail.sender.example", port: 465, encryption: "tls" }), id);
    const { route } = deps.mailer.sent[0] ?? {};
    expect(route?.secret).toBe("first");
    expect(route?.accountId).not.toBe(id);
    for (const elsewhere of [{ host: "mail.else.example" }, { encryption: "none" }])
      await expect(trying(deps, aRequest({ password: "", ...elsewhere }), id)).rejects.toMatchObject({
        code: "invalid_request",
        message: "password is required: the stored one is for another server",
      });
    expect(deps.mailer.sent).toHaveLength(1);
  });

  it("lends the stored key to the same origin only", async () => {
    const { deps, create } = setUp({ isHttpApiEnabled: true });
    const { id } = await create(anApiRequest());
    await trying(deps, anApiRequest({ api_key: "", endpoint: "https://api.example/v2/send" }), id);
    expect(deps.mailer.sent[0]).toMatchObject({ route: { secret: "key" } });
    for (const account of [
      anApiRequest({ api_key: "", endpoint: "https://api.else/send" }),
      aRequest({ password: "" }),
    ])
      await expect(trying(deps, account, id)).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("asks for a password, and knows no account of somebody else's", async () => {
    const { deps, create } = setUp();
    const { id } = await create();
    const draft = { account: aRequest({ password: "" }) };
    await expect(trying(deps, draft.account)).rejects.toMatchObject({ message: "password is required" });
    const foreign = { owner: anOwner(), draft: { ...draft, storedId: id } };
    await expect(tryAccountDraft(deps, foreign, undefined)).rejects.toMatchObject({ code: "not_found" });
  });

  it("refuses what saving it would refuse", async () => {
    await expect(trying(setUp().deps, anApiRequest())).rejects.toMatchObject({
      message: "provider http_api is not enabled",
    });
  });
});
