import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideFreeForm } from "../../../../shared/chat/domain/fallback.ts";
import {
  type ChatTemplate,
  canSend,
  normaliseQuality,
  normaliseRemoteStatus,
  statusFromTemplateEvent,
  type TemplateButton,
  type TemplateDefinition,
} from "../../../../shared/chat/domain/templates/chat-template.ts";
import {
  checkDefinition,
  definitionProblems,
  parametersOf,
} from "../../../../shared/chat/domain/templates/template-definition.ts";
import { namedFromOrdered, resolveValues } from "../../../../shared/chat/domain/templates/template-values.ts";
import { freeFormPayload, templatePayload } from "../../../../shared/chat/provider/message-payload.ts";
import { templateDefinitionPayload } from "../../../../shared/chat/provider/template-payload.ts";
import { anOwner } from "../../../support/an-owner.ts";

const track: TemplateButton = { type: "dynamic_url", text: "Track", url: "https://a.example/t/{{1}}", example: "A-17" };
const full: TemplateDefinition = {
  name: "order_update",
  language: "en_US",
  category: "UTILITY",
  header: { type: "text", text: "Hello {{1}}", example: "Ana" },
  body: { text: "Hi {{1}}, order {{2}} shipped.", examples: ["Ana", "A-17"] },
  footer: { text: "ACME" },
  buttons: [{ type: "quick_reply", text: "Thanks" }, { type: "call", text: "Call", phone: "+15550051310" }, track],
};
const otp: TemplateDefinition = {
  name: "otp",
  language: "en",
  category: "AUTHENTICATION",
  body: { text: "Code {{1}}", examples: ["123456"] },
};
const plain: TemplateDefinition = { name: "hi", language: "en", category: "MARKETING", body: { text: "Hi" } };
const body = (text: string, ...examples: string[]) => ({ ...plain, body: { text, examples } });
const button = (changes: Partial<TemplateButton>) => ({ ...plain, buttons: [{ ...track, ...changes }] });

describe("definitionProblems()", () => {
  it.each([
    ["full", full],
    ["authentication", otp],
    ["plain", plain],
  ])("finds nothing in the %s template", (_, fine) => {
    expect(definitionProblems(fine)).toEqual([]);
    expect(() => checkDefinition(fine)).not.toThrow();
  });

  it.each<[string, TemplateDefinition]>([
    ["name", { ...plain, name: "Hi there" }],
    ["name", { ...plain, name: "a".repeat(513) }],
    ["language", { ...plain, language: "english" }],
    ["body.text is required", body(" ")],
    ["body.text must have", body("a".repeat(1025))],
    ["body.text variables must start at {{1}}", body("Hi {{2}}", "x")],
    ["body.text variables must start at {{1}}", body("Hi {{1}} {{3}}", "x", "y")],
    ["body.text variables must be written", body("Hi {{name}}")],
    ["body.text variables must be written", body("Hi {{1}")],
    ["body.text variables must be written", body("Hi {{ 1 }}")],
    ["body.examples must have one", body("Hi {{1}} {{2}}", "x")],
    ["body.examples must have one", body("Hi", "x")],
    ["body.examples must be concrete", body("Hi {{1}}", "{{1}}")],
    ["body.examples must be concrete", body("Hi {{1}}", " ")],
    ["body.examples must be concrete", body("Hi {{1}}", "a\nb")],
    ["header.text is required", { ...plain, header: { type: "text" } }],
    ["header.text must have", { ...plain, header: { type: "text", text: "a".repeat(61) } }],
    ["header.text may contain only", { ...plain, header: { type: "text", text: "{{2}}", example: "x" } }],
    ["header.text may contain only", { ...plain, header: { type: "text", text: "{{1}} {{1}}", example: "x" } }],
    ["header.example must be", { ...plain, header: { type: "text", text: "{{1}}" } }],
    ["header.example is only", { ...plain, header: { type: "text", text: "Hi", example: "x" } }],
    ["header.media_handle is not allowed", { ...plain, header: { type: "text", text: "Hi", mediaHandle: "4::a" } }],
    ["header.media_handle is required", { ...plain, header: { type: "image" } }],
    ["header.text and header.example", { ...plain, header: { type: "video", mediaHandle: "4::a", text: "x" } }],
    ["footer.text is required", { ...plain, footer: { text: "" } }],
    ["footer.text must have", { ...plain, footer: { text: "a".repeat(61) } }],
    ["footer.text must not contain", { ...plain, footer: { text: "by {{1}}" } }],
    ["buttons must have at most 3", { ...plain, buttons: Array(4).fill({ type: "quick_reply", text: "x" }) }],
    ["buttons[0].text is required", button({ text: " " })],
    ["buttons[0].text must have", button({ text: "a".repeat(26) })],
    ["buttons[0].text must not", button({ text: "{{1}}" })],
    ["buttons[0].phone is not allowed", button({ phone: "+15550001" })],
    ["buttons[0].phone must be", { ...plain, buttons: [{ type: "call", text: "x" }] }],
    ["buttons[0].url must have", button({ url: `https://a.example/${"a".repeat(2000)}{{1}}` })],
    [
      "buttons[0].url of a static_url",
      { ...plain, buttons: [{ type: "static_url", text: "x", url: "https://a.example/{{1}}" }] },
    ],
    ["buttons[0].url must be a full", { ...plain, buttons: [{ type: "static_url", text: "x", url: "a.example" }] }],
    ["buttons[0].url of a dynamic_url", button({ url: "https://a.example/{{1}}/x" })],
    ["buttons[0].url of a dynamic_url", button({ url: "https://a.example/{{1}}{{1}}" })],
    ["buttons[0].url of a dynamic_url", button({ url: "https://a.example/" })],
    ["buttons[0].url must be a full", button({ url: "javascript:{{1}}" })],
    ["buttons[0].example must be", button({ example: undefined })],
    ["buttons[0].example must be", button({ example: "{{1}}" })],
    ["body.text of an AUTHENTICATION", { ...otp, body: { text: "Code {{1}} {{1}}", examples: ["1"] } }],
    ["header is not allowed", { ...otp, header: { type: "text", text: "Hi" } }],
    ["footer is not allowed", { ...otp, footer: { text: "Hi" } }],
    ["buttons are not allowed", { ...otp, buttons: [{ type: "quick_reply", text: "x" }] }],
  ])("says only: %s", (message, broken) => {
    const problems = definitionProblems(broken);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(message);
    expect(() => checkDefinition(broken)).toThrow(expect.objectContaining({ code: "invalid_request" }));
  });

  it("asks for an example of the code", () => {
    expect(definitionProblems({ ...otp, body: { text: "Code {{1}}" } })).toEqual([
      expect.stringContaining("body.examples"),
    ]);
  });

  it("answers whatever text it is given", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("{", "}", "1", "2", "a", " ") }), (text) => {
        expect(definitionProblems({ ...plain, body: { text }, footer: { text } })).toBeInstanceOf(Array);
      }),
    );
  });
});

describe("parametersOf()", () => {
  it("names the parameters as the specification does (R-parameters)", () => {
    expect(parametersOf(full).map(({ component, position, name }) => [component, position, name])).toEqual([
      ["header", 1, "header_parameter_1"],
      ["body", 1, "parameter_1"],
      ["body", 2, "parameter_2"],
      ["button", 3, "button_3_parameter_1"],
    ]);
    expect(parametersOf({ ...plain, header: { type: "image", mediaHandle: "4::a" } })).toEqual([
      { component: "header", position: 1, name: "header_media", type: "image", required: true },
    ]);
    expect(parametersOf(otp).map(({ name }) => name)).toEqual(["parameter_1"]);
    expect(parametersOf(plain)).toEqual([]);
  });
});

const sendable = (definition: TemplateDefinition) => ({ definition, parameters: parametersOf(definition) });
const values = { button_3_parameter_1: "A-17", parameter_2: "A-17", header_parameter_1: "ACME", parameter_1: "Ana" };

describe("resolveValues()", () => {
  it("puts every value where the approved template wants it, in any order", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(Object.entries(values), { minLength: 4 }), (entries) => {
        expect(resolveValues(sendable(full), Object.fromEntries(entries), "values")).toEqual({
          header: { type: "text", text: "ACME" },
          body: ["Ana", "A-17"],
          buttons: [{ index: 2, text: "A-17" }],
        });
      }),
    );
  });

  it("sends the code twice: in the body and behind the button", () => {
    expect(resolveValues(sendable(otp), { parameter_1: "123456" }, "values")).toEqual({
      body: ["123456"],
      buttons: [{ index: 0, text: "123456" }],
    });
    expect(() => resolveValues(sendable(otp), { parameter_1: "1".repeat(16) }, "values")).toThrow("15 characters");
  });

  it.each([
    ["values.parameter_2 is required", { ...values, parameter_2: undefined }],
    ["values.parameter_2 must not be empty", { ...values, parameter_2: " " }],
    ['not a parameter of the template: "parameter_3"', { ...values, parameter_3: "x" }],
    ['not a parameter of the template: "toString"', { ...values, toString: "x" }],
    ["values.parameter_1 must have at most", { ...values, parameter_1: "a".repeat(1025) }],
  ])("refuses: %s", (message, given) => {
    const entries = Object.entries(given).filter(([, value]) => value !== undefined);
    expect(() => resolveValues(sendable(full), Object.fromEntries(entries) as never, "values")).toThrow(message);
  });

  it("wants a public link for a media header", () => {
    const media = sendable({ ...plain, header: { type: "document", mediaHandle: "4::a" } });
    expect(resolveValues(media, { header_media: "https://cdn.example.com/a.pdf" }, "values").header).toEqual({
      type: "document",
      link: "https://cdn.example.com/a.pdf",
    });
    expect(() => resolveValues(media, { header_media: "http://cdn.example.com/a.pdf" }, "values")).toThrow(
      "public https",
    );
  });

  it("needs no values for a template without variables", () => {
    expect(resolveValues(sendable(plain), {}, "values")).toEqual({ body: [], buttons: [] });
  });

  it("maps ordered values to the template's parameters and refuses another number of them", () => {
    const { parameters } = sendable(full);
    expect(namedFromOrdered(parameters, ["ACME", "Ana", "A-17", "A-17"], "f")).toEqual(values);
    expect(() => namedFromOrdered(parameters, ["ACME"], "f")).toThrow("4 expected");
    expect(() => namedFromOrdered(parameters, Array(5).fill("x"), "f")).toThrow("4 expected");
  });
});

describe("canSend()", () => {
  it.each([
    ["APPROVED", false, true],
    ["ACTIVE", false, true],
    ["APPROVED", true, false],
    ["PENDING", false, false],
    ["PAUSED", false, false],
    ["UNKNOWN", false, false],
  ])("%s, disabled %s: %s", (remoteStatus, isDisabled, answer) => {
    expect(canSend({ remoteStatus, isDisabled })).toBe(answer);
  });

  it("reads the platform's words", () => {
    expect(normaliseRemoteStatus("Active - Quality pending")).toBe("ACTIVE");
    expect(normaliseRemoteStatus(" pending deletion ")).toBe("PENDING_DELETION");
    expect(normaliseRemoteStatus(undefined)).toBe("UNKNOWN");
    expect(statusFromTemplateEvent("approved")).toBe("APPROVED");
    expect(statusFromTemplateEvent("REINSTATED")).toBeUndefined();
    expect(normaliseQuality("green")).toBe("GREEN");
    expect(normaliseQuality(undefined)).toBe("UNKNOWN");
  });
});

describe("decideFreeForm()", () => {
  const template: ChatTemplate = {
    ...sendable(full),
    id: "t",
    owner: anOwner("o"),
    chatAccountId: "acc",
    providerTemplateId: "1",
    remoteStatus: "APPROVED",
    quality: "GREEN",
    isDisabled: false,
    createdAt: "",
    updatedAt: "",
  };
  const named = { kind: "named", values, path: "chat.fallback_template.values" } as const;
  const ordered = { kind: "ordered", values: ["ACME", "Ana", "A-17", "A-17"], path: "fallback_parameters" } as const;
  const closed = { isWindowOpen: false, chatAccountId: "acc" };

  it("sends as it is while the window is open", () => {
    expect(decideFreeForm({ ...closed, isWindowOpen: true })).toEqual({ kind: "as_is" });
  });

  it.each([named, ordered])("takes the approved fallback when the window is closed ($kind)", (given) => {
    expect(decideFreeForm({ ...closed, fallback: { template, values: given } })).toMatchObject({
      kind: "template",
      components: { body: ["Ana", "A-17"] },
    });
  });

  it.each([
    ["none", undefined],
    ["unknown", { template: undefined, values: named }],
    ["of another account", { template: { ...template, chatAccountId: "other" }, values: named }],
    ["not approved", { template: { ...template, remoteStatus: "PENDING" }, values: named }],
    ["disabled", { template: { ...template, isDisabled: true }, values: named }],
  ])("says window_closed with a fallback that is %s", (_, fallback) => {
    expect(decideFreeForm({ ...closed, fallback })).toEqual({ kind: "window_closed" });
  });

  it("refuses a malformed fallback", () => {
    const short = { ...ordered, values: ["ACME"] };
    expect(() => decideFreeForm({ ...closed, fallback: { template, values: short } })).toThrow("fallback_parameters");
  });
});

describe("the platform's JSON", () => {
  const head = { recipient: { phone: "+15551230001" }, callbackId: "n-1" };

  it("carries a definition with examples as the platform nests them", () => {
    expect(templateDefinitionPayload(full)).toEqual({
      name: "order_update",
      language: "en_US",
      category: "UTILITY",
      parameter_format: "positional",
      components: [
        { type: "HEADER", format: "TEXT", text: "Hello {{1}}", example: { header_text: ["Ana"] } },
        { type: "BODY", text: "Hi {{1}}, order {{2}} shipped.", example: { body_text: [["Ana", "A-17"]] } },
        { type: "FOOTER", text: "ACME" },
        {
          type: "BUTTONS",
          buttons: [
            { type: "QUICK_REPLY", text: "Thanks" },
            { type: "PHONE_NUMBER", text: "Call", phone_number: "+15550051310" },
            { type: "URL", text: "Track", url: "https://a.example/t/{{1}}", example: ["https://a.example/t/A-17"] },
          ],
        },
      ],
    });
  });

  it("never carries the body text of an authentication template", () => {
    const payload = templateDefinitionPayload(otp);
    expect(JSON.stringify(payload)).not.toContain("Code {{1}}");
    expect(payload.components).toContainEqual({ type: "FOOTER", code_expiration_minutes: 10 });
  });

  it("carries a template message with buttons counted from 0 as text", () => {
    const components = resolveValues(sendable(full), values, "values");
    expect(templatePayload(head, full, components)).toMatchObject({
      to: "+15551230001",
      biz_opaque_callback_data: "n-1",
      type: "template",
      template: {
        name: "order_update",
        language: { code: "en_US" },
        components: [
          { type: "header", parameters: [{ type: "text", text: "ACME" }] },
          { type: "body", parameters: [{ text: "Ana" }, { text: "A-17" }] },
          { type: "button", sub_type: "url", index: "2", parameters: [{ text: "A-17" }] },
        ],
      },
    });
    expect(templatePayload(head, plain, { body: [], buttons: [] }).template).not.toHaveProperty("components");
  });

  it("leaves the caption of audio out, and the file name of anything but documents", () => {
    const media = { source: { id: "ours" }, caption: "c", filename: "a.pdf" };
    const made = (type: "audio" | "image" | "document") =>
      freeFormPayload(head, { content: { type, ...media }, providerMediaId: "99" });
    expect(made("audio")).toMatchObject({ audio: { id: "99" } });
    expect(made("audio")).not.toHaveProperty("audio.caption");
    expect(made("image")).toMatchObject({ image: { id: "99", caption: "c" } });
    expect(made("image")).not.toHaveProperty("image.filename");
    expect(made("document")).toMatchObject({ document: { id: "99", caption: "c", filename: "a.pdf" } });
  });

  it("answers a customer without a number by the business-scoped id", () => {
    const content = { type: "text", body: "Hi", previewUrl: false } as const;
    const payload = freeFormPayload({ ...head, recipient: { providerUserId: "US.1" } }, { content });
    expect(payload).toMatchObject({ recipient: "US.1", type: "text", text: { body: "Hi", preview_url: false } });
    expect(payload).not.toHaveProperty("to");
  });
});
