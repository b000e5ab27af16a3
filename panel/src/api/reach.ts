/** No answer came: the network, or nobody listens. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
}

/** A browser tells a failed request by a `TypeError`, like any mistake in our own code: what is known to be a request gets a name here. */
export async function reach<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof TypeError) throw new UnreachableError("the service cannot be reached", { cause: error });
    throw error;
  }
}
