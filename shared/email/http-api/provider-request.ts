import { validateHeaderName, validateHeaderValue } from "node:http";
import type { OutgoingRequest } from "../../kernel/network/post-request.ts";
import type { Mail } from "../domain/mail.ts";
import type { HttpApiSettings } from "../domain/sending-account.ts";
import { type HttpProviderData, type HttpProviderTemplates, type MailRoute, TemplateRenderError } from "../ports.ts";

/** Thrown when no request can be made from an account's settings. Only a change of the settings helps. */
export class UnusableSettingsError extends Error {
  override readonly name = "UnusableSettingsError";
}

/** The template for the authorisation header when the account has none (R-sending-account). */
const DEFAULT_AUTH_VALUE = "{{.APIKey}}";
/** Headers that an owner may not set, because they decide where the request ends and to which host it goes. */
const FRAMING_HEADERS = new Set(
  "host content-length transfer-encoding connection content-type expect upgrade te trailer keep-alive proxy-connection".split(
    " ",
  ),
);

/** Returns the recipients that are in the envelope. The first one takes the place of `To` where the primary one was left out (D45d). */
function leftIn({ to, cc, bcc, envelope }: Mail): Pick<HttpProviderData, "To" | "CC" | "BCC"> {
  const isIn = (address: string) => envelope.includes(address);
  const [copies, hidden] = [cc.filter(isIn), bcc.filter(isIn)];
  const first = [to].find(isIn) ?? copies.shift() ?? hidden.shift() ?? to;
  return { To: first, CC: copies, BCC: hidden };
}

function templateData({ secret }: MailRoute<HttpApiSettings>, mail: Mail): HttpProviderData {
  return {
    ...leftIn(mail),
    Subject: mail.subject,
    Body: mail.body,
    BodyType: mail.bodyType,
    From: mail.from.address,
    FromName: mail.from.name,
    APIKey: secret,
  };
}

function rendered(templates: HttpProviderTemplates, template: Named, data: HttpProviderData): string {
  try {
    return templates.render(template.text, data);
  } catch (cause) {
    if (!(cause instanceof TemplateRenderError)) throw cause;
    throw new UnusableSettingsError(`${template.name} could not be rendered: ${cause.message}`, { cause });
  }
}

interface Named {
  readonly name: string;
  readonly text: string;
}

function jsonBody(text: string): Buffer {
  try {
    JSON.parse(text);
  } catch (cause) {
    // The parser's message is not shown, because it quotes its input, which may contain the API key.
    throw new UnusableSettingsError("body_template did not produce valid JSON", { cause });
  }
  return Buffer.from(text, "utf8");
}

function authHeader(name: string, value: string): Readonly<Record<string, string>> {
  const header = name.trim().toLowerCase();
  if (FRAMING_HEADERS.has(header)) throw new UnusableSettingsError(`auth_header_name must not be ${header}`);
  try {
    validateHeaderName(header);
  } catch (cause) {
    throw new UnusableSettingsError("auth_header_name is not a header name", { cause });
  }
  try {
    validateHeaderValue(header, value);
  } catch (cause) {
    throw new UnusableSettingsError("auth_value_template did not produce a header value", { cause });
  }
  return { [header]: value };
}

function endpointUrl(endpoint: string): URL {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  const isHttp = url?.protocol === "http:" || url?.protocol === "https:";
  if (!(url && isHttp)) throw new UnusableSettingsError("endpoint is not an http or https URL");
  if (url.username !== "" || url.password !== "") throw new UnusableSettingsError("endpoint must not hold credentials");
  return url;
}

/** Makes the request from an account's settings and a mail. Throws UnusableSettingsError. */
export function providerRequest(
  templates: HttpProviderTemplates,
  route: MailRoute<HttpApiSettings>,
  mail: Mail,
): OutgoingRequest {
  const { endpoint, authHeaderName, authValueTemplate, bodyTemplate } = route.settings;
  const data = templateData(route, mail);
  const url = endpointUrl(endpoint);
  const body = jsonBody(rendered(templates, { name: "body_template", text: bodyTemplate }, data));
  const hasAuth = authHeaderName !== undefined && authHeaderName.trim() !== "";
  const valueTemplate = { name: "auth_value_template", text: authValueTemplate || DEFAULT_AUTH_VALUE };
  const auth = hasAuth ? authHeader(authHeaderName, rendered(templates, valueTemplate, data)) : {};
  const headers = { ...auth, "content-type": "application/json", "content-length": String(body.length) };
  return { url, headers: { ...headers, accept: "application/json, */*;q=0.5", "user-agent": "Herald" }, body };
}
