import {
  CreateWhatsAppMessageTemplateCommand,
  DeleteWhatsAppMessageTemplateCommand,
  GetWhatsAppMessageTemplateCommand,
  ListWhatsAppMessageTemplatesCommand,
  UpdateWhatsAppMessageTemplateCommand,
} from "@aws-sdk/client-socialmessaging";
import { describe, expect, it } from "vitest";
import {
  anApprovedTemplate,
  aSimulator,
  control,
  createTemplate,
  encoded,
  eventually,
  refusal,
  type TestSimulator,
  UTILITY,
  WABA_ID,
} from "./simulator-fixture.ts";

async function remote({ client }: TestSimulator, metaTemplateId: string) {
  const { template } = await client.send(new GetWhatsAppMessageTemplateCommand({ id: WABA_ID, metaTemplateId }));
  return JSON.parse(template ?? "");
}

const components = (...changed: Record<string, unknown>[]) => {
  const kept = UTILITY.components.filter(({ type }) => !changed.some((one) => one.type === type));
  return { ...UTILITY, components: [...kept, ...changed] };
};

describe("message templates", () => {
  it("are PENDING at first and APPROVED after the review, which an event tells", async () => {
    const simulator = await aSimulator({ reviewSeconds: 0.2 });
    const created = await createTemplate(simulator);
    expect(created).toMatchObject({
      metaTemplateId: expect.stringMatching(/^\d{17}$/),
      templateStatus: "PENDING",
      category: "UTILITY",
    });
    const id = created.metaTemplateId ?? "";
    expect(await remote(simulator, id)).toMatchObject({
      id,
      name: "order_update",
      language: "en_US",
    });
    const [change] = await eventually(simulator.receiver.changes, (found) => found.length === 1);
    expect(change).toMatchObject({
      field: "message_template_status_update",
      value: {
        event: "APPROVED",
        message_template_name: "order_update",
        message_template_language: "en_US",
        reason: "NONE",
      },
    });
    const [notification] = simulator.receiver.notifications();
    const { whatsAppWebhookEntry, context } = JSON.parse(notification?.body.Message ?? "");
    expect(whatsAppWebhookEntry).toContain(`"message_template_id":${id},`);
    expect(context.MetaPhoneNumberIds).toEqual([]);
    expect((await remote(simulator, id)).status).toBe("APPROVED");
  });

  it("can be reviewed by hand, with a quality (M-review)", async () => {
    const simulator = await aSimulator({ reviewSeconds: 60 });
    const { metaTemplateId: id = "" } = await createTemplate(simulator);
    const { body } = await control(simulator, "POST", `/api/templates/${id}/status`, {
      status: "APPROVED",
      quality: "GREEN",
    });
    expect(body).toMatchObject({ id, status: "APPROVED", quality: "GREEN" });
    await control(simulator, "POST", `/api/templates/${id}/status`, { status: "REJECTED" });
    const changes = await eventually(simulator.receiver.changes, (found) => found.length === 3);
    expect(changes.map(({ field, value }) => [field, value.event ?? value.new_quality_score, value.reason])).toEqual([
      ["message_template_status_update", "APPROVED", "NONE"],
      ["message_template_quality_update", "GREEN", undefined],
      ["message_template_status_update", "REJECTED", "INVALID_FORMAT"],
    ]);
    const { templates } = await simulator.client.send(new ListWhatsAppMessageTemplatesCommand({ id: WABA_ID }));
    expect(templates).toMatchObject([
      { metaTemplateId: id, templateStatus: "REJECTED", templateQualityScore: "GREEN" },
    ]);
    for (const bad of [{}, { status: "GREAT" }, { status: "APPROVED", quality: "BLUE" }]) {
      expect((await control(simulator, "POST", `/api/templates/${id}/status`, bad)).status).toBe(400);
    }
  });

  it("come in pages, by name and language, and not from another account", async () => {
    const simulator = await aSimulator();
    for (const name of ["a", "b", "c"]) await createTemplate(simulator, { ...UTILITY, name });
    const names: (string | undefined)[] = [];
    let nextToken: string | undefined;
    do {
      const page = await simulator.client.send(
        new ListWhatsAppMessageTemplatesCommand({ id: WABA_ID, maxResults: 2, ...(nextToken && { nextToken }) }),
      );
      names.push(...(page.templates ?? []).map(({ templateName }) => templateName));
      nextToken = page.nextToken;
    } while (nextToken && names.length < 10);
    expect(names).toEqual(["a", "b", "c"]);
    const byName = { id: WABA_ID, templateName: "b", templateLanguageCode: "en_US" };
    const { template } = await simulator.client.send(new GetWhatsAppMessageTemplateCommand(byName));
    expect(JSON.parse(template ?? "").name).toBe("b");
    const foreign = new GetWhatsAppMessageTemplateCommand({ ...byName, id: "waba-0" });
    expect((await refusal(simulator.client.send(foreign))).name).toBe("ResourceNotFoundException");
    const vague = new GetWhatsAppMessageTemplateCommand({ id: WABA_ID, templateName: "b" });
    expect((await refusal(simulator.client.send(vague))).name).toBe("InvalidParametersException");
  });

  it("come back as Meta gives them: handles as addresses, the OTP button as a URL button", async () => {
    const simulator = await aSimulator();
    const image = { type: "HEADER", format: "IMAGE", example: { header_handle: ["4::x"] } };
    const withImage = await createTemplate(simulator, components(image));
    const shown = await remote(simulator, withImage.metaTemplateId ?? "");
    const header = shown.components.find(({ type }: { type: string }) => type === "HEADER");
    expect(header.example.header_handle[0]).toMatch(/^https:/);
    const otp = await createTemplate(simulator, {
      ...{ name: "otp", language: "es", category: "AUTHENTICATION" },
      components: [{ type: "BODY" }, { type: "BUTTONS", buttons: [{ type: "OTP", otp_type: "COPY_CODE" }] }],
    });
    const [, row] = (await remote(simulator, otp.metaTemplateId ?? "")).components;
    expect(row.buttons).toMatchObject([{ type: "URL", text: "Copy code" }]);
  });

  it.each([
    ["an upper-case name", { ...UTILITY, name: "Order" }, "name"],
    ["no language", { ...UTILITY, language: undefined }, "language"],
    ["an unknown category", { ...UTILITY, category: "FUN" }, "category"],
    ["no body", { ...UTILITY, components: UTILITY.components.slice(2) }, "BODY"],
    [
      "a gap in the numbering",
      components({ type: "BODY", text: "Hi {{2}}!", example: { body_text: [["x"]] } }),
      "2388047",
    ],
    ["a missing example", components({ type: "BODY", text: "Hi {{1}}!" }), "examples"],
    ["a variable in the footer", components({ type: "FOOTER", text: "By {{1}}." }), "2388073"],
    ["a header that is too long", components({ type: "HEADER", format: "TEXT", text: "x".repeat(61) }), "components"],
    ["a media header without a handle", components({ type: "HEADER", format: "IMAGE" }), "header_handle"],
    [
      "a URL with its variable inside",
      components({
        type: "BUTTONS",
        buttons: [{ type: "URL", text: "x", url: "https://a.test/{{1}}/x", example: ["x"] }],
      }),
      "at its end",
    ],
    [
      "a URL without an example",
      components({ type: "BUTTONS", buttons: [{ type: "URL", text: "x", url: "https://a.test/{{1}}" }] }),
      "example",
    ],
    ["an authentication template with words", { ...UTILITY, category: "AUTHENTICATION" }, "preset"],
  ])("are refused in the provider's words: %s", async (_, definition, problem) => {
    const simulator = await aSimulator();
    const error = await refusal(createTemplate(simulator, definition));
    expect([error.name, error.message]).toEqual(["InvalidParametersException", expect.stringContaining(problem)]);
  });

  it("may begin or end with a variable, unless the simulator is told to be as strict as the platform", async () => {
    const simulator = await aSimulator();
    const definition = components({ type: "BODY", text: "Hi {{1}}", example: { body_text: [["x"]] } });
    await createTemplate(simulator, definition);
    await control(simulator, "PUT", "/api/behaviour", { strict_templates: true });
    expect((await refusal(createTemplate(simulator, definition))).message).toContain("2388299");
  });

  it("exist once per name and language, and free the name when deleted", async () => {
    const simulator = await aSimulator();
    const id = await anApprovedTemplate(simulator);
    expect((await refusal(createTemplate(simulator))).message).toContain("2388024");
    await createTemplate(simulator, { ...UTILITY, language: "es_MX" });
    const remove = (more: Record<string, unknown>) =>
      simulator.client.send(
        new DeleteWhatsAppMessageTemplateCommand({ id: WABA_ID, templateName: "order_update", ...more }),
      );
    expect((await refusal(remove({}))).name).toBe("InvalidParametersException");
    await remove({ metaTemplateId: id });
    expect((await refusal(remote(simulator, id))).name).toBe("ResourceNotFoundException");
    expect((await refusal(remove({ metaTemplateId: id }))).name).toBe("ResourceNotFoundException");
    await createTemplate(simulator);
    await remove({ deleteAllLanguages: true });
    const { templates } = await simulator.client.send(new ListWhatsAppMessageTemplatesCommand({ id: WABA_ID }));
    expect(templates).toEqual([]);
  });

  it("go into review again when changed, and cannot be changed during one", async () => {
    const simulator = await aSimulator({ reviewSeconds: 60 });
    const id = await anApprovedTemplate(simulator);
    const change = (more: Record<string, unknown>) =>
      simulator.client.send(new UpdateWhatsAppMessageTemplateCommand({ id: WABA_ID, metaTemplateId: id, ...more }));
    await change({ templateComponents: encoded([{ type: "BODY", text: "Shorter." }]), templateCategory: "MARKETING" });
    expect(await remote(simulator, id)).toMatchObject({
      status: "PENDING",
      category: "MARKETING",
      components: [{ text: "Shorter." }],
    });
    expect((await refusal(change({ templateCategory: "UTILITY" }))).message).toContain("2388039");
  });

  it("are refused beyond 6000 bytes and for an account that is not linked", async () => {
    const { client } = await aSimulator();
    const create = (id: string, definition: unknown) =>
      refusal(client.send(new CreateWhatsAppMessageTemplateCommand({ id, templateDefinition: encoded(definition) })));
    expect((await create(WABA_ID, { x: "x".repeat(6000) })).name).toBe("ValidationException");
    expect((await create("waba-0", UTILITY)).name).toBe("ResourceNotFoundException");
  });
});
