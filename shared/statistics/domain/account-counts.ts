/**
 * What the counter of an owner's hour counts for each sending account: the mails that left in this hour, and those of them of which a permanent
 * bounce or a complaint was reported, whenever the report came.
 */
export const ACCOUNT_COUNTS = ["mails", "bounces", "complaints"] as const;
export type AccountCount = (typeof ACCOUNT_COUNTS)[number];
export type AccountCountName = `${AccountCount}:${string}`;

export type AccountFigures = Readonly<Record<AccountCount, number>>;

/**
 * An hour takes further accounts while it has fewer than this many, and at most this many from one batch. So an hour's item with all durations
 * stays below 1 KB, which is one write unit, and no owner's item ever has more than 23 accounts.
 */
export const MAX_ACCOUNTS = 12;

const KEY_CHARACTERS = 8;
/** An account is counted under the end of its id, which is random and short. */
export const accountKey = (accountId: string): string => accountId.slice(-KEY_CHARACTERS);

/** Splits the name of a count of one account; undefined for every other name. */
export function accountCountIn(name: string): { readonly count: AccountCount; readonly key: string } | undefined {
  const count = ACCOUNT_COUNTS.find((one) => name.startsWith(`${one}:`));
  return count && { count, key: accountKey(name.slice(count.length + 1)) };
}

/** Leaves out the counts of accounts for which the hour has no room. `known` are the keys of the accounts that the hour has. */
export function withRoom<One extends { readonly name: string }>(
  tallies: readonly One[],
  known: ReadonlySet<string>,
): readonly One[] {
  const taken = new Set<string>();
  const isFull = known.size >= MAX_ACCOUNTS;
  return tallies.filter(({ name }) => {
    const key = accountCountIn(name)?.key;
    if (key === undefined || known.has(key)) return true;
    if (!taken.has(key) && (isFull || taken.size >= MAX_ACCOUNTS)) return false;
    taken.add(key);
    return true;
  });
}

/** Returns the keys of the accounts that these tallies count for, each once. */
export const accountsOf = (tallies: readonly { readonly name: string }[]): readonly string[] => [
  ...new Set(tallies.flatMap(({ name }) => accountCountIn(name)?.key ?? [])),
];
