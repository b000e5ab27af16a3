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
  /** Noted by deliveries alone: writing an account leaves it as it is. */
  readonly health?: AccountHealth | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
}
