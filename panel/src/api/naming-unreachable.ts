/** The request got no answer, because of the network or because nothing listens. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
}

/** A browser reports a failed request as a `TypeError`, like a bug in our own code, so known requests get an error of their own here. */
export async function namingUnreachable<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof TypeError) throw new UnreachableError("the service cannot be reached", { cause: error });
    throw error;
  }
}
