/** The number of messages that are rendered or left out together. */
export const TOGETHER = 40;

export interface Stretch<T> {
  /** The key stays the same for the same messages when others are added before or after them. */
  readonly key: number;
  /** The index of the first message in the whole history. */
  readonly from: number;
  readonly messages: readonly T[];
}

/** Cuts a history, oldest first, into stretches counted from the given message; older stretches have negative keys. */
export function stretchesOf<T extends { readonly id: string }>(
  messages: readonly T[],
  startId: string | undefined,
): readonly Stretch<T>[] {
  const start = Math.max(
    0,
    messages.findIndex(({ id }) => id === startId),
  );
  const stretches: Stretch<T>[] = [];
  for (let from = 0; from < messages.length; ) {
    const key = Math.floor((from - start) / TOGETHER);
    const to = start + (key + 1) * TOGETHER;
    stretches.push({ key, from, messages: messages.slice(from, to) });
    from = to;
  }
  return stretches;
}
