import type { TestClocks } from "../edge/ports.ts";
import type { Clock } from "../kernel/clock.ts";
import { expiringCache } from "../kernel/expiring-cache.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import type { Owner } from "../kernel/owner.ts";
import { asSealed } from "../kernel/secrets/sealed-text.ts";
import { isTestOwner } from "../kernel/test-mode.ts";
import type { AccountWrite } from "./domain/sending-account.ts";
import type { SendingAccountStore } from "./ports.ts";

export interface BeginningDeps {
  readonly testClocks: () => Pick<TestClocks, "find" | "noteBegun">;
  readonly clock: Clock;
  readonly hash: Identifiers["hash"];
}

/** A process reads once within this time whether an owner's test mode has begun. */
const KNOWN = { maxEntries: 10_000, ttlMs: 60_000 };

/** Has the form of a sealed text, of no data key. In test mode, no secret of an account is opened. */
const NEVER_OPENED = asSealed("1.00000000.c2FuZGJveA==");

/**
 * Gives every owner of test mode the account `Sandbox` before the owner's accounts are first listed, created or asked for the default
 * (D48b). From then on it is an account like any other. Accounts of live owners cost no call more.
 */
export function beginningWithSandbox(store: SendingAccountStore, deps: BeginningDeps): SendingAccountStore {
  const known = expiringCache<true>(KNOWN);
  const begin = async (owner: Owner): Promise<void> => {
    if (known.get(owner)) return;
    const clocks = deps.testClocks();
    const clock = await clocks.find(owner);
    // A request has made the clock before it comes here. Late work for an erased owner begins nothing.
    if (clock === undefined) return;
    if (!clock.hasBegun) {
      await addSandbox(store, sandboxAccount(deps, owner));
      await clocks.noteBegun(owner);
    }
    known.set(owner, true);
  };
  const after = <Answer>(owner: Owner, work: () => Promise<Answer>): Promise<Answer> =>
    isTestOwner(owner) ? begin(owner).then(work) : work();
  return {
    namingTopic: (topicArn, limit) => store.namingTopic(topicArn, limit),
    list: (owner) => after(owner, () => store.list(owner)),
    findDefault: (owner) => after(owner, () => store.findDefault(owner)),
    create: (account, change) => after(account.owner, () => store.create(account, change)),
    // Nobody knows the id of an account before one of the methods above was called.
    get: (owner, id) => store.get(owner, id),
    find: (owner, id) => store.find(owner, id),
    findPresent: (owner, id) => store.findPresent(owner, id),
    replace: (account, change, condition) => store.replace(account, change, condition),
    noteHealth: (seen, next) => store.noteHealth(seen, next),
    remove: (owner, id, expected) => store.remove(owner, id, expected),
  };
}

/** Adds the account, unless another call or process has added it at the same moment, or before it died. */
async function addSandbox(store: SendingAccountStore, account: AccountWrite): Promise<void> {
  const isThere = async () => (await store.findPresent(account.owner, account.id)) !== undefined;
  if (await isThere()) return;
  try {
    await store.create(account, "take");
  } catch (error) {
    if (!(await isThere())) throw error;
  }
}

function sandboxAccount({ clock, hash }: BeginningDeps, owner: Owner): AccountWrite {
  const now = new Date(clock.now()).toISOString();
  return {
    owner,
    id: idOf(hash(`sending-account ${owner}`)),
    label: "Sandbox",
    fromAddress: "sandbox@sandbox.test",
    isDefault: true,
    trustedDomains: [],
    apiAllowedDomains: [],
    settings: { provider: "smtp", host: "sandbox.test", port: 587, encryption: "starttls" },
    secret: NEVER_OPENED,
    createdAt: now,
    updatedAt: now,
  };
}

/** An owner's id is the same at every try, so that only one account is made. It sorts before all ids that are made later (RFC 9562). */
const idOf = (digest: string): string =>
  `00000000-0000-7${digest.slice(0, 3)}-8${digest.slice(3, 6)}-${digest.slice(6, 18)}`;
