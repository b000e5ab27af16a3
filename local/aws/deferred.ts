/** A promise that code elsewhere can resolve or reject. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(reason: unknown): void;
}

export function deferred<T>(): Deferred<T> {
  let ends: Pick<Deferred<T>, "resolve" | "reject"> = { resolve: () => {}, reject: () => {} };
  const promise = new Promise<T>((resolve, reject) => {
    ends = { resolve, reject };
  });
  return { promise, ...ends };
}
