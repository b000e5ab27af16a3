/** The table engine is one process: more at once only wait for it. */
const AT_ONCE = 8;

/** Does something for each, a few at once. */
export async function eachAtOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values();
  const worker = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
