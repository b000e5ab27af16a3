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
  /** The most that one process opens to the server; without it, `DEFAULT_CONNECTIONS`. */
  readonly maxConnections?: number | undefined;
}

export const DEFAULT_CONNECTIONS = 10;
/** For a setting. */
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
  /** Lower-case ASCII domains; empty means no restriction. */
  readonly trustedDomains: readonly string[];
  readonly apiAllowedDomains: readonly string[];
  readonly settings: SmtpSettings | HttpApiSettings;
  /** The SMTP password or the API key. */
  readonly secret: Sealed;
  /** Noted by deliveries and tests alone: writing an account leaves it as it is. */
  readonly health?: AccountHealth | undefined;
  /** When its owner last saved another server or credential. */
  readonly serverChangedAt?: string | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Of its own item: another one at every write but that of its health. */
  readonly revision: string;
}

/** What is written of an account; the store gives it its revision. */
export type AccountWrite = Omit<SendingAccount, "revision">;

/** Of all that is shown of the account: that another one becomes the default changes it too. */
export const shownRevision = ({ revision, isDefault }: ShownState): string =>
  isDefault ? `${revision}-default` : revision;

interface ShownState extends Pick<SendingAccount, "revision"> {
  readonly isDefault?: boolean | undefined;
}

/** The part of an account that a send is judged by when it is accepted. */
export type JudgingAccount = Pick<
  SendingAccount,
  "owner" | "id" | "label" | "fromName" | "trustedDomains" | "apiAllowedDomains"
> & { readonly settings: Pick<SendingAccount["settings"], "provider"> };

/** Of one owner, so that a list of all of them is an answer that Lambda passes on; what is left of its limit is for the rest of it. */
export const MOST_ACCOUNTS = { bytes: 6_000_000, count: 1000 } as const;

/** The size of an account in an answer; the fields' names in it are a little longer. */
export const accountBytes = ({
  owner: _owner,
  secret: _secret,
  health: _health,
  revision: _revision,
  ...shown
}: AccountWrite & { readonly revision?: string }): number => answerBytes(shown);

/** Whether mails meet the same server with the same user: a change of anything else mends no account. */
export const isSameServer = (a: SendingAccount["settings"], b: SendingAccount["settings"]): boolean =>
  JSON.stringify(serverOf(a)) === JSON.stringify(serverOf(b));

const serverOf = (settings: SendingAccount["settings"]): readonly unknown[] =>
  settings.provider === "smtp"
    ? [settings.host, settings.port, settings.encryption, settings.username]
    : [settings.endpoint, settings.authHeaderName, settings.authValueTemplate];
