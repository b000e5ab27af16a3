import type { components, operations } from "../../api/schema.ts";

export type Account = components["schemas"]["SendingAccount"];
export type AccountRequest = operations["createSendingAccount"]["requestBody"]["content"]["application/json"];
type Texts = Readonly<Record<string, string>>;

const ENCRYPTIONS = ["starttls", "tls", "none"] as const;

/** Splits the text of a field into lines with one entry each. The service trims, lower-cases and checks the entries. */
export const linesOf = (text = ""): string[] =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Every account must have a password, even when its server asks for no sign-in (R-sending-account). */
const NOT_USED = "not used";

/**
 * Builds the request from the form. It leaves out the fields of the other provider, and an empty secret, so that the stored secret stays.
 * @param isOpen says that the server asks for no sign-in
 */
export function accountRequest(texts: Texts, isOpen = false): AccountRequest {
  const common = {
    label: texts.label ?? "",
    from_address: texts.from_address ?? "",
    from_addresses: linesOf(texts.from_addresses),
    from_name: texts.from_name ?? "",
    ...(texts.return_path?.trim() && { return_path: texts.return_path.trim() }),
    is_default: texts.is_default === "on",
    trusted_domains: linesOf(texts.trusted_domains),
    api_allowed_domains: linesOf(texts.api_allowed_domains),
    feedback_topic_arn: texts.feedback_topic_arn?.trim() ?? "",
  };
  return texts.provider === "http_api"
    ? { ...common, provider: "http_api", ...httpApiFields(texts) }
    : { ...common, provider: "smtp", ...smtpFields(isOpen ? { ...texts, username: "", password: NOT_USED } : texts) };
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
  const encryption = ENCRYPTIONS.find((one) => one === value);
  return encryption ? { encryption } : {};
}

function httpApiFields(texts: Texts): Partial<AccountRequest> {
  const { endpoint = "", auth_header_name = "", auth_value_template = "", body_template = "", api_key } = texts;
  return { endpoint, auth_header_name, auth_value_template, body_template, ...(api_key ? { api_key } : {}) };
}

/** Names the server of an account in one line. */
export function serverText({ provider, host, port, encryption, endpoint }: Account): string {
  if (provider === "http_api") return endpoint ?? "HTTP API";
  return `${host}:${port}${encryption === "none" ? ", not encrypted" : ""}`;
}
