import type { components, operations } from "../../api/schema.ts";

export type Account = components["schemas"]["SendingAccount"];
export type AccountRequest = operations["createSendingAccount"]["requestBody"]["content"]["application/json"];
type Texts = Readonly<Record<string, string>>;

export const ENCRYPTIONS = [
  { value: "starttls", label: "STARTTLS (usual on port 587)" },
  { value: "tls", label: "TLS from the start (usual on port 465)" },
  { value: "none", label: "None (only inside your own network)" },
] as const;

export const PROVIDERS = [
  { value: "smtp", label: "Mail server (SMTP)" },
  { value: "http_api", label: "HTTP API of a mail provider" },
] as const;

/** The providers that an account can be made for here. An account that is there already keeps its provider in sight. */
export const providersFor = (isHttpApiOffered: boolean, current?: Account["provider"]) =>
  PROVIDERS.filter(({ value }) => value !== "http_api" || isHttpApiOffered || value === current);

/** One entry per line; the service trims, lower-cases and checks them. */
export const linesOf = (text = ""): string[] =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** The write fields of a form. The other provider's fields are left out, and so is an empty secret: that keeps the stored one. */
export function accountRequest(texts: Texts): AccountRequest {
  const common = {
    label: texts.label ?? "",
    from_address: texts.from_address ?? "",
    from_name: texts.from_name ?? "",
    is_default: texts.is_default === "on",
    trusted_domains: linesOf(texts.trusted_domains),
    api_allowed_domains: linesOf(texts.api_allowed_domains),
  };
  return texts.provider === "http_api"
    ? { ...common, provider: "http_api", ...httpApiFields(texts) }
    : { ...common, provider: "smtp", ...smtpFields(texts) };
}

function smtpFields(texts: Texts): Partial<AccountRequest> {
  const { host = "", port, username = "", password, encryption, max_connections } = texts;
  return {
    host,
    ...(port ? { port: Number(port) } : {}),
    username,
    ...(password ? { password } : {}),
    ...encryptionField(encryption),
    ...(max_connections ? { max_connections: Number(max_connections) } : {}),
  };
}

function encryptionField(value: string | undefined): Pick<AccountRequest, "encryption"> {
  const known = ENCRYPTIONS.find((one) => one.value === value);
  return known ? { encryption: known.value } : {};
}

function httpApiFields(texts: Texts): Partial<AccountRequest> {
  const { endpoint = "", auth_header_name = "", auth_value_template = "", body_template = "", api_key } = texts;
  return { endpoint, auth_header_name, auth_value_template, body_template, ...(api_key ? { api_key } : {}) };
}

/** Where an account's mails go to, in one line. */
export function serverText({ provider, host, port, encryption, endpoint }: Account): string {
  if (provider === "http_api") return endpoint ?? "HTTP API";
  return `${host}:${port}${encryption === "none" ? ", not encrypted" : ""}`;
}

/** The field that a refusal is about: its message begins with the field's name (D3). */
export const fieldIn = (message: string, fields: readonly string[]): string | undefined =>
  fields.find((field) => message.startsWith(`${field} `));
