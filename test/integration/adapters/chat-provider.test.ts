import {
  AccessDeniedByMetaException,
  AccessDeniedException,
  CreateWhatsAppMessageTemplateCommand,
  DeleteWhatsAppMessageTemplateCommand,
  DependencyException,
  GetLinkedWhatsAppBusinessAccountCommand,
  GetWhatsAppMessageTemplateCommand,
  InternalServiceException,
  InvalidParametersException,
  ListWhatsAppMessageTemplatesCommand,
  ResourceNotFoundException,
  SocialMessagingClient,
  ThrottledRequestException,
  ValidationException,
} from "@aws-sdk/client-socialmessaging";
import { mockClient } from "aws-sdk-client-mock";
import { afterEach, describe, expect, it, vi } from "vitest";
import { DEMO_NUMBER } from "../../../local/world/chat-simulator/demo-number.ts";
import type { TemplateDefinition } from "../../../shared/chat/domain/templates/chat-template.ts";
import {
  ChatProviderRefusedError,
  ChatProviderUnavailableError,
} from "../../../shared/chat/ports/chat-provider-failures.ts";
import { SocialMessagingAccounts } from "../../../shared/chat/provider/chat-accounts.ts";
import { SocialMessagingTemplates } from "../../../shared/chat/provider/chat-templates.ts";
import { aSimulator, control } from "../chat-simulator/simulator-fixture.ts";

const HOME = { cloudRegion: "us-east-1", businessAccountId: DEMO_NUMBER.business_account_id };
const NUMBER = { cloudRegion: "us-east-1", originationPhoneNumberId: DEMO_NUMBER.origination_phone_number_id };
const DEFINITION: TemplateDefinition = {
  name: "order_update",
  language: "en_US",
  category: "UTILITY",
  header: { type: "text", text: "Order {{1}}", example: "A-17" },
  body: { text: "Hi {{1}}, bye.", examples: ["Ana"] },
  footer: { text: "ACME" },
  buttons: [{ type: "dynamic_url", text: "Track", url: "https://shop.example/{{1}}", example: "A-17" }],
};

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Sets the environment, because only that tells a client of the service where the service is. */
function pointAt(url: string): void {
  vi.stubEnv("AWS_ENDPOINT_URL_SOCIALMESSAGING", url);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "local");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "local");
}

async function atSimulator(options: Parameters<typeof aSimulator>[0] = {}) {
  const simulator = await aSimulator({ reviewSeconds: 3600, ...options });
  pointAt(simulator.url);
  return { simulator, templates: new SocialMessagingTemplates(), accounts: new SocialMessagingAccounts() };
}

describe("SocialMessagingTemplates at the simulator", () => {
  it("creates, finds, reads and removes a template", async () => {
    const { templates } = await atSimulator();
    const created = await templates.create(HOME, DEFINITION);
    expect(created).toEqual({
      providerTemplateId: expect.stringMatching(/^\d{15,}$/),
      remoteStatus: "PENDING",
      category: "UTILITY",
    });
    const expected = { ...created, name: "order_update", language: "en_US", quality: "UNKNOWN" };
    expect(await templates.read(HOME, created.providerTemplateId)).toEqual(expected);
    expect(await templates.findByName(HOME, DEFINITION)).toEqual(expected);
    expect(await templates.findByName(HOME, { ...DEFINITION, language: "de" })).toBeUndefined();
    const place = { providerTemplateId: created.providerTemplateId, name: DEFINITION.name };
    await templates.remove(HOME, place);
    expect(await templates.read(HOME, created.providerTemplateId)).toBeUndefined();
    await expect(templates.remove(HOME, place)).resolves.toBeUndefined();
  });

  it("removes one language of a name and leaves the others", async () => {
    const { templates } = await atSimulator();
    const english = await templates.create(HOME, DEFINITION);
    await templates.create(HOME, { ...DEFINITION, language: "de" });
    await templates.remove(HOME, { providerTemplateId: english.providerTemplateId, name: DEFINITION.name });
    expect(await templates.findByName(HOME, DEFINITION)).toBeUndefined();
    expect(await templates.findByName(HOME, { ...DEFINITION, language: "de" })).toBeDefined();
  });

  it("creates templates of media and of codes", async () => {
    const { templates } = await atSimulator();
    const media = { ...DEFINITION, name: "media", header: { type: "image", mediaHandle: "4::aW1n" } } as const;
    const code: TemplateDefinition = {
      name: "code",
      language: "en",
      category: "AUTHENTICATION",
      body: { text: "{{1}}", examples: ["123456"] },
    };
    for (const definition of [media, code]) {
      expect((await templates.create(HOME, definition)).remoteStatus).toBe("PENDING");
      expect(await templates.findByName(HOME, definition)).toMatchObject({ category: definition.category });
    }
  });

  it("lists page by page", async () => {
    const { templates } = await atSimulator();
    for (let n = 0; n < 101; n++) await templates.create(HOME, { ...DEFINITION, name: `order_${n}` });
    const first = await templates.list(HOME);
    expect(first.templates).toHaveLength(100);
    const second = await templates.list(HOME, first.next);
    expect(second).toMatchObject({ templates: [{ name: "order_100", remoteStatus: "PENDING" }] });
    expect(second.next).toBeUndefined();
  });

  it("passes a refusal on in the provider's own words", async () => {
    const { templates } = await atSimulator();
    await templates.create(HOME, DEFINITION);
    const again = templates.create(HOME, DEFINITION);
    await expect(again).rejects.toBeInstanceOf(ChatProviderRefusedError);
    await expect(again).rejects.toThrow("(2388024)");
    const unlinked = { ...HOME, businessAccountId: "waba-unknown" };
    await expect(templates.create(unlinked, DEFINITION)).rejects.toBeInstanceOf(ChatProviderRefusedError);
  });

  it("creates once when the provider fails, and reads a second time", async () => {
    const { simulator, templates } = await atSimulator();
    const fault = (operation: string, status: number) =>
      control(simulator, "POST", "/api/faults", { operation, status, times: 1 });
    await fault("CreateWhatsAppMessageTemplate", 503);
    await expect(templates.create(HOME, DEFINITION)).rejects.toMatchObject({ isCertain: false });
    await fault("GetWhatsAppMessageTemplate", 503);
    expect(await templates.findByName(HOME, DEFINITION)).toBeUndefined();
  });
});

describe("SocialMessagingAccounts at the simulator", () => {
  it("reads what is linked, and misses what is not", async () => {
    const { accounts } = await atSimulator();
    expect(await accounts.business(HOME)).toEqual({
      businessAccountId: DEMO_NUMBER.business_account_id,
      providerBusinessAccountId: DEMO_NUMBER.provider_business_account_id,
      registrationStatus: "COMPLETE",
      eventDestinations: ["arn:aws:sns:us-east-1:000000000000:herald-chat-events"],
    });
    expect(await accounts.number(NUMBER)).toEqual({
      originationPhoneNumberId: DEMO_NUMBER.origination_phone_number_id,
      providerPhoneNumberId: DEMO_NUMBER.provider_phone_number_id,
      businessAccountId: DEMO_NUMBER.business_account_id,
      displayNumber: "+15550100001",
      displayName: "Local number",
      quality: "GREEN",
    });
    expect(await accounts.business({ ...HOME, businessAccountId: "waba-unknown" })).toBeUndefined();
    expect(await accounts.number({ ...NUMBER, originationPhoneNumberId: "phone-number-id-unknown" })).toBeUndefined();
  });
});

describe("failures of the provider", () => {
  const exception = <E>(
    Kind: new (options: { message: string; $metadata: { httpStatusCode: number } }) => E,
    httpStatusCode: number,
    message = "words of the provider",
  ): E => new Kind({ message, $metadata: { httpStatusCode } });
  const network = (code: string) => Object.assign(new Error(`connect ${code} 10.0.0.1`), { code });
  const create = async (error: Error) => {
    const mock = mockClient(SocialMessagingClient);
    try {
      mock.on(CreateWhatsAppMessageTemplateCommand).rejects(error);
      return await new SocialMessagingTemplates().create(HOME, DEFINITION).then(
        () => undefined,
        (thrown: Error) => thrown,
      );
    } finally {
      mock.restore();
    }
  };

  it.each([
    [exception(ValidationException, 400)],
    [exception(InvalidParametersException, 400)],
    [exception(AccessDeniedByMetaException, 403)],
    [exception(ResourceNotFoundException, 404)],
  ])("%s is a refusal with the provider's words", async (error) => {
    const refusal = await create(error);
    expect(refusal).toBeInstanceOf(ChatProviderRefusedError);
    expect(refusal?.message).toBe("words of the provider");
  });

  it.each([
    [exception(ThrottledRequestException, 429), true],
    [exception(AccessDeniedException, 403, "User: arn:aws:sts::1:assumed-role is not authorized"), true],
    [network("ECONNREFUSED"), true],
    [network("ENOTFOUND"), true],
    [exception(InternalServiceException, 500), false],
    [exception(DependencyException, 502), false],
    [network("ECONNRESET"), false],
    [Object.assign(new Error("too slow"), { name: "TimeoutError" }), false],
  ])("%s is no answer; certain that nothing was done: %s", async (error, isCertain) => {
    const failure = await create(error);
    expect(failure).toBeInstanceOf(ChatProviderUnavailableError);
    expect(failure).toMatchObject({ isCertain });
    expect(failure?.message).not.toMatch(/arn:|10\.0\.0\.1/);
  });

  it("keeps the provider's words short and on one line", async () => {
    const refusal = await create(exception(ValidationException, 400, `a\nb\u0000${"x".repeat(5000)}`));
    expect(refusal?.message.startsWith("a b x")).toBe(true);
    expect(refusal?.message).toHaveLength(1000);
  });

  it("refuses a definition that is too long for the provider without asking it", async () => {
    const mock = mockClient(SocialMessagingClient);
    const url = `https://shop.example/${"x".repeat(1970)}`;
    const buttons = ["a", "b", "c"].map((text) => ({ type: "static_url", text, url }) as const);
    const long = new SocialMessagingTemplates().create(HOME, { ...DEFINITION, buttons });
    await expect(long).rejects.toThrow("the whole definition must have at most 6000 bytes");
    expect(mock.calls()).toHaveLength(0);
    mock.restore();
  });

  it("does not take an answer without an id, or one that is no JSON, for a template", async () => {
    const mock = mockClient(SocialMessagingClient);
    mock.on(CreateWhatsAppMessageTemplateCommand).resolves({});
    mock.on(GetWhatsAppMessageTemplateCommand).resolves({ template: "<html>" });
    const templates = new SocialMessagingTemplates();
    await expect(templates.create(HOME, DEFINITION)).rejects.toMatchObject({ isCertain: false });
    await expect(templates.read(HOME, "1")).rejects.toBeInstanceOf(ChatProviderUnavailableError);
    mock.restore();
  });

  it("reads the platform's JSON with ids beyond 2^53 and whatever it leaves out", async () => {
    const mock = mockClient(SocialMessagingClient);
    const read = async (template: string) => {
      mock.on(GetWhatsAppMessageTemplateCommand).resolves({ template });
      return new SocialMessagingTemplates().read(HOME, "1");
    };
    expect(await read('{"id":90071992547409931,"status":"Active - Quality pending","category":"NEW"}')).toEqual({
      providerTemplateId: "90071992547409931",
      name: "",
      language: "",
      remoteStatus: "ACTIVE",
      quality: "UNKNOWN",
      category: undefined,
      rejectedReason: undefined,
    });
    expect(
      await read(
        '{"id":"7","status":"REJECTED","rejected_reason":"SCAM","quality_score":{"score":"red"},"category":"utility"}',
      ),
    ).toMatchObject({ providerTemplateId: "7", rejectedReason: "SCAM", quality: "RED", category: "UTILITY" });
    expect(await read('{"id":"7","rejected_reason":"NONE"}')).toMatchObject({
      rejectedReason: undefined,
      remoteStatus: "UNKNOWN",
    });
    mock.restore();
  });

  it("lists what has an id, and passes on what comes after", async () => {
    const mock = mockClient(SocialMessagingClient);
    mock.on(ListWhatsAppMessageTemplatesCommand).resolves({
      templates: [{ metaTemplateId: "90071992547409931", templateName: "a", templateStatus: "approved" }, {}],
      nextToken: "more",
    });
    expect(await new SocialMessagingTemplates().list(HOME, "from")).toMatchObject({
      templates: [{ providerTemplateId: "90071992547409931", name: "a", remoteStatus: "APPROVED", quality: "UNKNOWN" }],
      next: "more",
    });
    expect(mock.commandCalls(ListWhatsAppMessageTemplatesCommand)[0]?.args[0].input).toMatchObject({
      nextToken: "from",
      maxResults: 100,
    });
    mock.restore();
  });

  it("gives up on a removal that is refused, and on an account that nobody may look at", async () => {
    const mock = mockClient(SocialMessagingClient);
    mock.on(DeleteWhatsAppMessageTemplateCommand).rejects(exception(InvalidParametersException, 400));
    mock.on(GetLinkedWhatsAppBusinessAccountCommand).rejects(exception(AccessDeniedException, 403));
    const gone = { providerTemplateId: "1", name: "a" };
    await expect(new SocialMessagingTemplates().remove(HOME, gone)).rejects.toBeInstanceOf(ChatProviderRefusedError);
    await expect(new SocialMessagingAccounts().business(HOME)).rejects.toBeInstanceOf(ChatProviderUnavailableError);
    mock.restore();
  });

  it("keeps one client per region", async () => {
    const mock = mockClient(SocialMessagingClient);
    mock.on(ListWhatsAppMessageTemplatesCommand).resolves({});
    const templates = new SocialMessagingTemplates();
    for (const cloudRegion of ["eu-central-1", "us-east-1", "eu-central-1"])
      await templates.list({ ...HOME, cloudRegion });
    const clients = mock
      .commandCalls(ListWhatsAppMessageTemplatesCommand)
      .map(({ thisValue }) => thisValue as SocialMessagingClient);
    expect(await Promise.all(clients.map((client) => client.config.region()))).toEqual([
      "eu-central-1",
      "us-east-1",
      "eu-central-1",
    ]);
    expect(new Set(clients).size).toBe(2);
    mock.restore();
  });
});
