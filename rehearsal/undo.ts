/** Lists functions that undo something, to be called in reverse order. */
export type Undo = (() => unknown)[];

/** Calls all functions even if some fail, and then throws the first failure. */
export async function undoAll(all: Undo): Promise<void> {
  const failures: unknown[] = [];
  for (const one of all)
    await Promise.resolve()
      .then(one)
      .catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
