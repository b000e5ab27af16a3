/** Undone in the other order. */
export type Undo = (() => unknown)[];

/** Everything is undone, whatever fails on the way; the first failure is thrown then. */
export async function undoAll(all: Undo): Promise<void> {
  const failures: unknown[] = [];
  for (const one of all)
    await Promise.resolve()
      .then(one)
      .catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
