import { answerBytes } from "../../kernel/answer-size.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { Sealed } from "../../kernel/secrets/secret-box.ts";
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
  /** One process opens at most this many connections to the server; without it, `DEFAULT_CONNECTIONS`. */
  readonly maxConnections?: number | undefined;
}

export const DEFAULT_CONNECTIONS = 10;
/** The setting for connections may be at most this. */
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
  readonly fromName?: string | undefined;
  readonly isDefault: boolean;
  /** The domains are ASCII in lower case; an empty list restricts nothing. */
  readonly trustedDomains: readonly string[];
  readonly apiAllowedDomains: readonly string[];
  readonly settings: SmtpSettings | HttpApiSettings;
  /** `secret` is the SMTP password or the API key. */
  readonly secret: Sealed;
  /** Deliveries and trials write it; saving an account leaves it as it is. */
  readonly health?: AccountHealth | undefined;
  /** The owner last saved another server or credential at this time. */
  readonly serverChangedAt?: string | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The item gets another revision at every write, except a write of its health. */
  readonly revision: string;
}

/** A write brings these; the store adds the revision. */
export type AccountWrite = Omit<SendingAccount, "revision">;

/** It changes with everything that is shown of the account, also when another account becomes the default. */
export const shownRevision = ({ revision, isDefault }: ShownState): string =>
  isDefault ? `${revision}-default` : revision;

interface ShownState extends Pick<SendingAccount, "revision"> {
  readonly isDefault?: boolean | undefined;
}

/** Accepting a send judges it by these fields of the account. */
export type JudgingAccount = Pick<
  SendingAccount,
  "owner" | "id" | "label" | "fromName" | "trustedDomains" | "apiAllowedDomains"
> & { readonly settings: Pick<SendingAccount["settings"], "provider"> };

/** An owner's accounts stay below these limits, so that a list of all fits into one answer of Lambda. */
export const MOST_ACCOUNTS = { bytes: 6_000_000, count: 1000 } as const;

/** It measures an account as an answer shows it; the names of fields there are a little longer. */
export const accountBytes = ({
  owner: _owner,
  secret: _secret,
  health: _health,
  revision: _revision,
  ...shown
}: AccountWrite & { readonly revision?: string }): number => answerBytes(shown);

/** `isSameServer` is true when mails meet the same server as the same user. A change of anything else does not mend an account. */
export const isSameServer = (a: SendingAccount["settings"], b: SendingAccount["settings"]): boolean =>
  JSON.stringify(serverOf(a)) === JSON.stringify(serverOf(b));

const serverOf = (settings: SendingAccount["settings"]): readonly unknown[] =>
  settings.provider === "smtp"
    ? [settings.host, settings.port, settings.encryption, settings.username]
    : [settings.endpoint, settings.authHeaderName, settings.authValueTemplate];
