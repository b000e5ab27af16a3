/** The work failed before the provider can have been asked, so the notification was certainly not sent. */
export class NotAskedError extends Error {
  override readonly name = "NotAskedError";
}

/** Runs work that comes before the provider is asked, and wraps its errors in `NotAskedError`. */
export async function beforeAsking<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw new NotAskedError("an attempt could not begin", { cause });
  }
}
