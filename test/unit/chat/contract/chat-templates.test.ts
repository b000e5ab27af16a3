import { describe, expect, it } from "vitest";
import { chatTemplateRequest } from "../../../../shared/chat/contract/chat-template-request.ts";
import { toChatTemplateView } from "../../../../shared/chat/contract/chat-templates.ts";
import { definitionProblems, parametersOf } from "../../../../shared/chat/domain/templates/template-definition.ts";
import { aChatTemplate } from "../../../support/chat-builders.ts";
import { shapeMessages } from "../../../support/shape-problems.ts";

const good = {
  name: "order_update",
  language: "en_US",
  category: "UTILITY",
  body: { text: "Hi {{1}}, order {{2}} is here.", examples: ["Ana", "A-17"] },
};
const CODE = { ...good, category: "AUTHENTICATION", body: { text: "Your code is {{1}}.", examples: ["123456"] } };
const URL = "https://shop.example/t/";
const quickReply = { type: "quick_reply", text: "Thanks" };

/** Returns the refusal of a creation: the first problem of the shape, or else those of the rules. */
function problemsOf(request: object): string[] {
  const parsed = chatTemplateRequest.safeParse(request);
  return parsed.success
    ? definitionProblems(parsed.data.definition)
    : shapeMessages(chatTemplateRequest, request).slice(0, 1);
}

describe("chatTemplateRequest", () => {
  it.each([
    [{ name: undefined }, "name is required"],
    [{ name: 1 }, "name must be a string"],
    [{ language: undefined }, "language is required"],
    [{ category: undefined }, "category is required"],
    [{ category: "utility" }, "category must be one of: UTILITY, MARKETING, AUTHENTICATION"],
    [{ body: undefined }, "body is required"],
    [{ body: "text" }, "body must be an object"],
    [{ body: {} }, "body.text is required"],
    [{ body: { text: "Hi", examples: "x" } }, "body.examples must be an array of strings"],
    [{ body: { text: "Hi", examples: [1] } }, "body.examples must be an array of strings"],
    [{ body: { text: "Hi", example: "x" } }, 'unknown field "example", did you mean "examples"?'],
    [{ header: "x" }, "header must be an object"],
    [{ header: { text: "x" } }, "header.type is required"],
    [{ header: { type: "sound" } }, "header.type must be one of: text, image, video, document"],
    [{ header: { type: "text", text: 1 } }, "header.text must be a string"],
    [{ header: { type: "text", text: "x", format: "y" } }, 'unknown field "format"'],
    [{ footer: {} }, "footer.text is required"],
    [{ footer: { text: "x", more: 1 } }, 'unknown field "more"'],
    [{ buttons: {} }, "buttons must be an array"],
    [{ buttons: ["x"] }, "buttons must be an object"],
    [
      { buttons: [{ type: "otp", text: "x" }] },
      "buttons.type must be one of: quick_reply, call, static_url, dynamic_url",
    ],
    [{ buttons: [{ type: "call" }] }, "buttons.text is required"],
    [{ buttons: [{ ...quickReply, payload: "x" }] }, 'unknown field "payload"'],
    [{ chat_account_id: "x" }, "chat_account_id must be a UUID"],
    [{ components: [] }, 'unknown field "components"'],
  ])("answers %j with %s", (changes, expected) => {
    expect(problemsOf({ ...good, ...changes })).toEqual([expected]);
  });

  it.each([
    ["name", { name: "Order update" }, "name must be 1 to 512 lower-case letters, digits or underscores"],
    ["language", { language: "english" }, "language must be a code such as en or en_US"],
    [
      "T2, a gap",
      { body: { text: "{{1}} and {{3}}.", examples: ["a", "b"] } },
      "body.text variables must start at {{1}} and be consecutive, without gaps",
    ],
    [
      "T2, the start",
      { body: { text: "Hi {{2}}.", examples: ["a"] } },
      "body.text variables must start at {{1}} and be consecutive, without gaps",
    ],
    [
      "T3, too few examples",
      { body: { text: "{{1}} and {{2}}.", examples: ["a"] } },
      "body.examples must have one example per variable, in order: 2 expected",
    ],
    [
      "T3, none",
      { body: { text: "Hi {{1}}." } },
      "body.examples must have one example per variable, in order: 1 expected",
    ],
    [
      "T9, too many examples",
      { body: { text: "Hi.", examples: ["a"] } },
      "body.examples must have one example per variable, in order: 0 expected",
    ],
    [
      "T3, a variable",
      { body: { text: "Hi {{1}}.", examples: ["{{1}}"] } },
      "body.examples must be concrete values on one line, without variables",
    ],
    [
      "T3, two lines",
      { body: { text: "Hi {{1}}.", examples: ["a\nb"] } },
      "body.examples must be concrete values on one line, without variables",
    ],
    ["a blank body", { body: { text: " " } }, "body.text is required"],
    ["a long body", { body: { text: "x".repeat(1025) } }, "body.text must have at most 1024 characters"],
    [
      "T4, two variables",
      { header: { type: "text", text: "{{1}} {{2}}", example: "x" } },
      "header.text may contain only the single variable {{1}}",
    ],
    [
      "T4, another variable",
      { header: { type: "text", text: "{{2}}", example: "x" } },
      "header.text may contain only the single variable {{1}}",
    ],
    [
      "T4, no example",
      { header: { type: "text", text: "Hi {{1}}" } },
      "header.example must be a concrete value without variables when header.text has a variable",
    ],
    ["a header without text", { header: { type: "text" } }, "header.text is required for a text header"],
    [
      "a long header",
      { header: { type: "text", text: "x".repeat(61) } },
      "header.text must have at most 60 characters",
    ],
    ["T5", { header: { type: "video" } }, "header.media_handle is required for a media header"],
    [
      "a text beside media",
      { header: { type: "image", media_handle: "4::x", text: "x" } },
      "header.text and header.example are not allowed on a media header",
    ],
    ["T6", { footer: { text: "Bye {{1}}" } }, "footer.text must not contain variables"],
    ["a blank footer", { footer: { text: "" } }, "footer.text is required"],
    ["a long footer", { footer: { text: "x".repeat(61) } }, "footer.text must have at most 60 characters"],
    ["T7, four buttons", { buttons: Array(4).fill(quickReply) }, "buttons must have at most 3 entries"],
    ["T7, no text", { buttons: [{ type: "quick_reply", text: " " }] }, "buttons[0].text is required"],
    [
      "T7, a call without phone",
      { buttons: [quickReply, { type: "call", text: "Call" }] },
      "buttons[1].phone must be a phone number of digits with its country code",
    ],
    [
      "T7, a static URL with a variable",
      { buttons: [{ type: "static_url", text: "Go", url: `${URL}{{1}}` }] },
      "buttons[0].url of a static_url button must not contain variables",
    ],
    [
      "T7, a static URL that is none",
      { buttons: [{ type: "static_url", text: "Go", url: "shop.example" }] },
      "buttons[0].url must be a full http or https URL",
    ],
    [
      "T7, the variable elsewhere",
      { buttons: [{ type: "dynamic_url", text: "Go", url: `${URL}{{1}}/x`, example: "a" }] },
      "buttons[0].url of a dynamic_url button must end with its only variable {{1}}",
    ],
    [
      "T7, two variables",
      { buttons: [{ type: "dynamic_url", text: "Go", url: `${URL}{{1}}{{1}}`, example: "a" }] },
      "buttons[0].url of a dynamic_url button must end with its only variable {{1}}",
    ],
    [
      "T7, no example",
      { buttons: [{ type: "dynamic_url", text: "Go", url: `${URL}{{1}}` }] },
      "buttons[0].example must be a concrete suffix without variables on a dynamic_url button",
    ],
    [
      "another kind's field",
      { buttons: [{ ...quickReply, url: URL }] },
      "buttons[0].url is not allowed on a quick_reply button",
    ],
  ])("is refused for %s alone, in its own words (L-buttons)", (_what, changes, expected) => {
    expect(problemsOf({ ...good, ...changes })).toEqual([expected]);
  });

  it.each([
    [
      "two variables",
      { body: { text: "{{1}} {{2}}.", examples: ["a", "b"] } },
      "body.text of an AUTHENTICATION template must contain exactly one {{1}}",
    ],
    [
      "an example that no code is",
      { body: { text: "Your code is {{1}}.", examples: ["1".repeat(6001)] } },
      "body.examples must have at most 6000 characters in all",
    ],
    [
      "no variable",
      { body: { text: "Your code." } },
      "body.text of an AUTHENTICATION template must contain exactly one {{1}}",
    ],
    [
      "no example",
      { body: { text: "Code {{1}}." } },
      "body.examples must have one example per variable, in order: 1 expected",
    ],
    ["a header", { header: { type: "text", text: "Hi" } }, "header is not allowed on an AUTHENTICATION template"],
    ["a footer", { footer: { text: "Bye" } }, "footer is not allowed on an AUTHENTICATION template"],
    ["a button", { buttons: [quickReply] }, "buttons are not allowed on an AUTHENTICATION template"],
  ])("is refused as an AUTHENTICATION template with %s alone (T8)", (_what, changes, expected) => {
    expect(problemsOf({ ...CODE, ...changes })).toEqual([expected]);
  });

  it.each([
    ["text alone", good, ["parameter_1", "parameter_2"]],
    ["nothing to fill in", { ...good, body: { text: "Hello." } }, []],
    ["a code", CODE, ["parameter_1"]],
    [
      "everything, numbered per component (T1)",
      {
        ...good,
        header: { type: "text", text: "Order {{1}}", example: "A-17" },
        footer: { text: "ACME" },
        buttons: [
          quickReply,
          { type: "dynamic_url", text: "Track", url: `${URL}{{1}}`, example: "A-17" },
          { type: "static_url", text: "Shop", url: "https://shop.example" },
        ],
      },
      ["header_parameter_1", "parameter_1", "parameter_2", "button_2_parameter_1"],
    ],
    [
      "media",
      { ...good, header: { type: "document", media_handle: "4::x" } },
      ["header_media", "parameter_1", "parameter_2"],
    ],
  ])("is accepted with %s, and has its parameters", (_what, request, parameters) => {
    expect(problemsOf(request)).toEqual([]);
    expect(parametersOf(chatTemplateRequest.parse(request).definition).map(({ name }) => name)).toEqual(parameters);
  });
});

describe("toChatTemplateView()", () => {
  it("shows a definition in the words in which it was written", () => {
    const request = {
      ...good,
      header: { type: "image", media_handle: "4::x" },
      footer: { text: "ACME" },
      buttons: [{ type: "call", text: "Call", phone: "+4930123456" }],
    };
    const definition = chatTemplateRequest.parse(request).definition;
    const view = toChatTemplateView(
      aChatTemplate({ definition, rejectedReason: "SCAM", providerTemplateId: "90071992547409931" }),
    );
    expect(view).toMatchObject({ ...request, rejected_reason: "SCAM", provider_template_id: "90071992547409931" });
    expect(JSON.parse(JSON.stringify(view)).header).toEqual(request.header);
  });
});
