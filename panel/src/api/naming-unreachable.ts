/** Thrown when a request got no answer, because the network failed or no server listens. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
}

/** Turns the `TypeError` of a failed request into an `UnreachableError`, because bugs in our own code throw a `TypeError` too. */
export async function namingUnreachable<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof TypeError) throw new UnreachableError("the service cannot be reached", { cause: error });
    throw error;
  }
}
