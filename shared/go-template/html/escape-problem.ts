/** Thrown when the values of a template cannot be escaped safely. `at` is an offset into the text that is read. */
export class EscapeProblem extends Error {
  override readonly name = "EscapeProblem";
  readonly at: number;
  /** A limit is reached (D18a), of which no place is at fault. */
  readonly isLimit: boolean;

  constructor(message: string, at: number, { isLimit }: { readonly isLimit: boolean } = { isLimit: false }) {
    super(message);
    this.at = at;
    this.isLimit = isLimit;
  }
}

export const limitProblem = (message: string, at: number): EscapeProblem =>
  new EscapeProblem(message, at, { isLimit: true });

/** Runs a part of the reading and replaces its problems by those that `told` returns for them. */
export function retold<T>(read: () => T, told: (problem: EscapeProblem) => EscapeProblem): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof EscapeProblem ? told(error) : error;
  }
}
