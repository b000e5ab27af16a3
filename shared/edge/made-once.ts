import type { OperationRequest } from "./bound-operation.ts";

interface Making<T> {
  readonly newId: () => string;
  readonly find: (id: string) => Promise<T | undefined>;
  readonly make: (id: string) => Promise<T>;
}

/**
 * Creates a record under the request's reserved id, unless an earlier try of the same request created it and died
 * before it could answer.
 */
export async function madeOnce<T>(
  { reservedId, isRepeat }: Pick<OperationRequest, "reservedId" | "isRepeat">,
  { newId, find, make }: Making<T>,
): Promise<T> {
  if (reservedId === undefined) return make(newId());
  const made = isRepeat ? await find(reservedId) : undefined;
  return made ?? make(reservedId);
}
