import { answerBytes } from "../../kernel/answer-size.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { Sealed } from "../../kernel/secrets/secret-box.ts";
import type { ReturnPath } from "../../returned-mail/domain/return-path.ts";
import type { AccountHealth } from "./account-health.ts";

export const PROVIDERS = ["smtp", "http_api"] as const;
export const ENCRYPTIONS = ["none", "starttls", "tls"] as const;
export type Encryption = (typeof ENCRYPTIONS)[number];

export interface SmtpSettings {
  readonly provider: "smtp";
  readonly host: string;
  readonly port: number;
  readonly username?: string | undefined;
  readonly encryption: Encryption;
  /** One process opens at most this many connections to the server; `DEFAULT_CONNECTIONS` when absent. */
  readonly maxConnections?: number | undefined;
}

export const DEFAULT_CONNECTIONS = 10;
/** The setting `maxConnections` may be at most this. */
export const MOST_CONNECTIONS = 50;

export interface HttpApiSettings {
  readonly provider: "http_api";
  readonly endpoint: string;
  readonly authHeaderName?: string | undefined;
  readonly authValueTemplate?: string | undefined;
  readonly bodyTemplate: string;
}

export interface SendingAccount {
  readonly owner: Owner;
  readonly id: string;
  readonly label: string;
  readonly fromAddress: string;
  /** A send may choose one of these as its sender: each is an address, or `*@` with a domain, as the owner wrote it (D52). */
  readonly fromAddresses?: readonly string[] | undefined;
  readonly fromName?: string | undefined;
  readonly isDefault: boolean;
  /** Mails of the account come back to this address, with a token in it (D45f). */
  readonly returnPath?: ReturnPath | undefined;
  /** The domains are ASCII in lower case; an empty list restricts nothing. */
  readonly trustedDomains: readonly string[];
  readonly apiAllowedDomains: readonly string[];
  readonly settings: SmtpSettings | HttpApiSettings;
  /** Amazon SES publishes to this topic what became of the account's mails (D45g). */
  readonly feedbackTopicArn?: string | undefined;
  /** `secret` is the SMTP password or the API key. */
  readonly secret: Sealed;
  /** The health is written by deliveries and trials; saving the account does not change it. */
  readonly health?: AccountHealth | undefined;
  /** The owner last saved another server or credential at this time. */
  readonly serverChangedAt?: string | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Every write of the account changes the revision, except a write of its health. */
  readonly revision: string;
}

/** An account as it is given to the store, which adds the revision. */
export type AccountWrite = Omit<SendingAccount, "revision">;

/** The fields of an account by which a request to send is accepted or refused. The copy of a default account lacks the list of senders. */
export type JudgingAccount = Pick<
  SendingAccount,
  "owner" | "id" | "label" | "fromName" | "trustedDomains" | "apiAllowedDomains"
> &
  Pick<SendingAccount, "fromAddresses"> & {
    readonly fromAddress?: string | undefined;
    readonly settings: Pick<SendingAccount["settings"], "provider">;
    readonly isCopy?: true | undefined;
  };

/** An owner's accounts stay below these limits, so that a list of all fits into one answer of Lambda. */
export const MOST_ACCOUNTS = { bytes: 6_000_000, count: 1000 } as const;

/** Returns the size of an account in an answer, in bytes; the names of fields are a little longer there. */
export const accountBytes = ({
  owner: _owner,
  secret: _secret,
  health: _health,
  revision: _revision,
  ...shown
}: AccountWrite & { readonly revision?: string }): number => answerBytes(shown);

/** True when both settings lead to the same server with the same user. Only a change of server, user or secret can mend a failing account. */
export const isSameServer = (a: SendingAccount["settings"], b: SendingAccount["settings"]): boolean =>
  JSON.stringify(serverOf(a)) === JSON.stringify(serverOf(b));

const serverOf = (settings: SendingAccount["settings"]): readonly unknown[] =>
  settings.provider === "smtp"
    ? [settings.host, settings.port, settings.encryption, settings.username]
    : [settings.endpoint, settings.authHeaderName, settings.authValueTemplate];
