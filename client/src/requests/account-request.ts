import type { operations } from "../api-types.ts";
import type { Fields, Needed, Without } from "./given.ts";

type Account = operations["createSendingAccount"]["requestBody"]["content"]["application/json"];
type Common =
  | "label"
  | "from_address"
  | "from_addresses"
  | "from_name"
  | "return_path"
  | "is_default"
  | "trusted_domains"
  | "api_allowed_domains"
  | "feedback_topic_arn"
  | "max_connections";
type OfSmtp = "host" | "port" | "encryption" | "username" | "password";
type OfHttpApi = "endpoint" | "auth_header_name" | "auth_value_template" | "body_template" | "api_key";

/** An account at a mail server. */
export interface SmtpAccountRequest
  extends Fields<Account, Common>,
    Needed<Account, "host" | "port" | "encryption">,
    Fields<Account, "username" | "password">,
    Without<OfHttpApi> {
  /** The kind of provider; `smtp` when left out. */
  readonly provider?: "smtp";
}

/** An account that uses the HTTP API of a provider. */
export interface HttpApiAccountRequest
  extends Fields<Account, Exclude<Common, "max_connections">>,
    Needed<Account, "endpoint" | "body_template">,
    Fields<Account, "auth_header_name" | "auth_value_template" | "api_key">,
    Without<OfSmtp | "max_connections"> {
  /** Herald posts the mail to `endpoint`. */
  readonly provider: "http_api";
}

/** The field `provider` decides which form applies. */
export type SendingAccountRequest = SmtpAccountRequest | HttpApiAccountRequest;
