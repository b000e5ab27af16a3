/** Thrown when the values of a template cannot be escaped safely. `at` is an offset into the text that is read. */
export class EscapeProblem extends Error {
  override readonly name = "EscapeProblem";
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** Runs a part of the reading and replaces its problems by those that `told` returns for them. */
export function retold<T>(read: () => T, told: (problem: EscapeProblem) => EscapeProblem): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof EscapeProblem ? told(error) : error;
  }
}
