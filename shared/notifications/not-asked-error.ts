/** Something failed before the provider can have been asked: whatever it was, the notification was not sent. */
export class NotAskedError extends Error {
  override readonly name = "NotAskedError";
}

/** Runs work that comes before the provider is asked, and says so of an error that it throws. */
export async function beforeAsking<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw new NotAskedError("an attempt could not begin", { cause });
  }
}
