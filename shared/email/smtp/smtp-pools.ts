import { createHash } from "node:crypto";
import type { ConnectionAllowances } from "../domain/connection-allowance.ts";
import { DEFAULT_CONNECTIONS, type SmtpSettings } from "../domain/sending-account.ts";
import type { MailRoute } from "../ports.ts";
import { AccountPool, type PoolLimits } from "./account-pool.ts";
import { type Dialing, openSession } from "./open-session.ts";

interface Entry {
  readonly fingerprint: string;
  readonly pool: AccountPool;
}

/** Hashes settings and secret. After a change of these, attempts open new connections. The hash keeps the secret out of the map's keys. */
function fingerprintOf({ settings, secret }: MailRoute<SmtpSettings>): string {
  const { host, port, username, encryption } = settings;
  return createHash("sha256")
    .update(JSON.stringify([host, port, username ?? null, encryption, secret]))
    .digest("base64");
}

export interface PoolsOptions {
  readonly dialing: Dialing;
  readonly limits: PoolLimits;
  readonly maxAccounts: number;
  readonly allowances: ConnectionAllowances;
}

/** Each account has one pool. Beyond `maxAccounts`, the pool that was unused for longest is closed. */
export class SmtpPools {
  readonly #entries = new Map<string, Entry>();
  readonly #options: PoolsOptions;

  constructor(options: PoolsOptions) {
    this.#options = options;
  }

  of(route: MailRoute<SmtpSettings>): AccountPool {
    this.#options.allowances.of(route.accountId).limitTo(route.settings.maxConnections ?? DEFAULT_CONNECTIONS);
    const fingerprint = fingerprintOf(route);
    const known = this.#entries.get(route.accountId);
    this.#entries.delete(route.accountId);
    if (known && known.fingerprint !== fingerprint) known.pool.close();
    const isSame = known?.fingerprint === fingerprint;
    const pool = isSame ? known.pool : this.#poolFor(route);
    this.#entries.set(route.accountId, { fingerprint, pool });
    this.#evict();
    return pool;
  }

  #poolFor(route: MailRoute<SmtpSettings>): AccountPool {
    const { dialing, limits, allowances } = this.#options;
    return new AccountPool(limits, {
      open: (attempt) => openSession(dialing, route, attempt),
      allowance: () => allowances.of(route.accountId),
    });
  }

  #evict(): void {
    for (const [accountId, { pool }] of this.#entries) {
      if (this.#entries.size <= this.#options.maxAccounts) return;
      this.#entries.delete(accountId);
      pool.close();
    }
  }

  closeAll(): void {
    for (const { pool } of this.#entries.values()) pool.close();
    this.#entries.clear();
  }
}
