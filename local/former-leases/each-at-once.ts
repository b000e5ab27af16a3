/** The table engine is a single process, so more concurrent calls would only wait for it. */
const AT_ONCE = 8;

/** Runs the work for every item, a few at a time. */
export async function eachAtOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values();
  const worker = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
