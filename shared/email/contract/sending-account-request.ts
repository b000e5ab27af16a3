import * as z from "zod";
import { isTopicArn } from "../../cloud-topic/domain/topic-message.ts";
import { besideOthers, headerText, nonBlank, oneOf, optionalText, textList } from "../../edge/contract/fields.ts";
import { isReturnPath } from "../../returned-mail/domain/return-path.ts";
import { isSenderEntry } from "../domain/allowed-senders.ts";
import { isBareDomain } from "../domain/domain-name.ts";
import { isEmailAddress } from "../domain/email-address.ts";
import {
  ENCRYPTIONS,
  type HttpApiSettings,
  MOST_CONNECTIONS,
  PROVIDERS,
  type SmtpSettings,
} from "../domain/sending-account.ts";

const MAX_TEXT = 255;
/** A limit in bytes, because the account's templates must fit into a table item of 400 KB together with all other fields. */
const MAX_TEMPLATE_OCTETS = 200_000;
const MAX_SECRET = 2048;
/** The limit counts bytes too, because the secret is stored in the item of its account. */
const MAX_SECRET_OCTETS = 4096;
const MAX_DOMAINS = 200;
const MAX_SENDERS = 100;

const shortText = (field: string) =>
  nonBlank(field).max(MAX_TEXT, { error: `${field} must have at most ${MAX_TEXT} characters` });

/** Domains are trimmed, lower-cased and de-duplicated; each is a bare name of at least two labels (R-domain-lists). */
const domainList = (field: string) =>
  textList(field, MAX_DOMAINS)
    .transform((names) => [...new Set(names.map((name) => name.trim().toLowerCase()))])
    .refine((names) => names.every(isBareDomain), {
      error: `${field} must hold bare domain names such as example.com, without scheme, path, @ or spaces`,
    })
    .default([]);

const mailAddress = (field: string) =>
  nonBlank(field)
    .transform((address) => address.trim())
    .refine(isEmailAddress, { error: `${field} must be a valid email address` });

/** The senders that a send may choose (D52). An empty list is the same as none. */
const senderList = (field: string) =>
  textList(field, MAX_SENDERS)
    .transform((entries) => entries.map((entry) => entry.trim()))
    .refine((entries) => entries.every(isSenderEntry), {
      error: `${field} must hold email addresses, or *@ with a bare domain name such as *@example.com`,
    })
    .transform((entries) => (entries.length === 0 ? undefined : entries))
    .optional();

const octets = (text: string): number => new TextEncoder().encode(text).length;
const fitsSealing = (secret: string): boolean => octets(secret) <= MAX_SECRET_OCTETS;

const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
const HOST = /^[^\s\u0000-\u001f/\\@?#]{1,255}$/;
const PORT_ERROR = "port must be an integer from 1 to 65535";
const CONNECTIONS_ERROR = `max_connections must be an integer from 1 to ${MOST_CONNECTIONS}`;
const RETURN_PATH_ERROR =
  "return_path must be local@domain with 1 to 20 of a-z, 0-9, dot, underscore and dash before the at sign";
const ENDPOINT_ERROR = "endpoint must be a URL starting with http:// or https://";

/** The fields of both providers. `requiredOf` checks those that the chosen provider requires. */
const sendingAccountFields = z
  .strictObject({
    label: headerText("label", shortText("label")),
    provider: oneOf("provider", PROVIDERS).default("smtp"),
    from_address: mailAddress("from_address"),
    from_addresses: senderList("from_addresses"),
    return_path: z
      .string({ error: "return_path must be a string" })
      .refine((address) => address === "" || isReturnPath(address), { error: RETURN_PATH_ERROR })
      .transform((address) => address.toLowerCase() || undefined)
      .optional(),
    from_name: headerText(
      "from_name",
      z
        .string({ error: "from_name must be a string" })
        .max(MAX_TEXT, { error: `from_name must have at most ${MAX_TEXT} characters` }),
    ).optional(),
    is_default: z.boolean({ error: "is_default must be true or false" }).optional(),
    trusted_domains: domainList("trusted_domains"),
    api_allowed_domains: domainList("api_allowed_domains"),
    host: z
      .string({ error: "host must be a string" })
      .trim()
      .refine((host) => host === "" || HOST.test(host), { error: "host must be a host name or an IP address" })
      .optional(),
    port: z.int({ error: PORT_ERROR }).min(1, { error: PORT_ERROR }).max(65_535, { error: PORT_ERROR }).optional(),
    username: headerText(
      "username",
      z
        .string({ error: "username must be a string" })
        .max(MAX_TEXT, { error: `username must have at most ${MAX_TEXT} characters` }),
    ).optional(),
    password: optionalText("password").pipe(
      z
        .string()
        .max(MAX_SECRET, { error: `password must have at most ${MAX_SECRET} characters` })
        .refine(fitsSealing, { error: `password must have at most ${MAX_SECRET_OCTETS} bytes` })
        .optional(),
    ),
    encryption: z.preprocess((text) => (text === "" ? undefined : text), oneOf("encryption", ENCRYPTIONS).optional()),
    max_connections: z
      .int({ error: CONNECTIONS_ERROR })
      .min(1, { error: CONNECTIONS_ERROR })
      .max(MOST_CONNECTIONS, { error: CONNECTIONS_ERROR })
      .optional(),
    endpoint: z
      .string({ error: "endpoint must be a string" })
      .trim()
      .max(2048, { error: "endpoint must have at most 2048 characters" })
      .refine((url) => url === "" || (/^https?:\/\//i.test(url) && URL.canParse(url)), { error: ENDPOINT_ERROR })
      .optional(),
    auth_header_name: z
      .string({ error: "auth_header_name must be a string" })
      .trim()
      .refine((name) => name === "" || HEADER_NAME.test(name), { error: "auth_header_name must be a header name" })
      .optional(),
    auth_value_template: optionalText("auth_value_template").pipe(
      z.string().max(4096, { error: "auth_value_template must have at most 4096 characters" }).optional(),
    ),
    body_template: optionalText("body_template").pipe(
      z
        .string()
        .refine((text) => octets(text) <= MAX_TEMPLATE_OCTETS, {
          error: `body_template must have at most ${MAX_TEMPLATE_OCTETS} bytes`,
        })
        .optional(),
    ),
    feedback_topic_arn: z
      .string({ error: "feedback_topic_arn must be a string" })
      .refine((arn) => arn === "" || isTopicArn(arn), { error: "feedback_topic_arn must be the ARN of an SNS topic" })
      .optional(),
    api_key: optionalText("api_key").pipe(
      z
        .string()
        .max(MAX_SECRET, { error: `api_key must have at most ${MAX_SECRET} characters` })
        .refine(fitsSealing, { error: `api_key must have at most ${MAX_SECRET_OCTETS} bytes` })
        .optional(),
    ),
  })
  .superRefine((account, context) => {
    for (const field of requiredOf(account.provider)) {
      const value = account[field];
      if (value === undefined || value === "")
        context.addIssue({ code: "custom", path: [field], message: `${field} is required` });
    }
  }, besideOthers);
type SendingAccountFields = z.output<typeof sendingAccountFields>;

const SMTP_REQUIRED = ["host", "port", "encryption"] as const;
const HTTP_API_REQUIRED = ["endpoint", "body_template"] as const;
const requiredOf = (provider: SendingAccountFields["provider"]) =>
  provider === "smtp" ? SMTP_REQUIRED : HTTP_API_REQUIRED;

/** Makes the settings of the chosen provider. The schema has already checked that the required fields are there. */
function settingsOf(fields: SendingAccountFields): SmtpSettings | HttpApiSettings {
  if (fields.provider === "smtp") {
    const { host = "", port = 0, username, encryption = "starttls", max_connections: maxConnections } = fields;
    return { provider: "smtp", host, port, username: username || undefined, encryption, maxConnections };
  }
  const { endpoint = "", auth_header_name, auth_value_template, body_template = "" } = fields;
  return {
    provider: "http_api",
    endpoint,
    authHeaderName: auth_header_name || undefined,
    authValueTemplate: auth_value_template || undefined,
    bodyTemplate: body_template,
  };
}

/** The field of the request that has the secret of each provider. Refusals name this field. */
export const SECRET_FIELD = { smtp: "password", http_api: "api_key" } as const;

/** The body to create or replace an account. Fields of the provider that is not chosen are ignored. */
export const sendingAccountRequest = sendingAccountFields.transform((fields) => ({
  label: fields.label,
  fromAddress: fields.from_address,
  fromAddresses: fields.from_addresses,
  fromName: fields.from_name,
  /** The address in lower case. Only the deployment knows the domain that it must have. */
  returnPath: fields.return_path,
  isDefault: fields.is_default,
  trustedDomains: fields.trusted_domains,
  apiAllowedDomains: fields.api_allowed_domains,
  settings: settingsOf(fields),
  feedbackTopicArn: fields.feedback_topic_arn || undefined,
  /** With an absent or empty secret, the stored secret is kept (R-sending-account). */
  secret: fields[SECRET_FIELD[fields.provider]],
}));
export type SendingAccountRequest = z.output<typeof sendingAccountRequest>;
