/** Reports and journals are in this folder, unless `--report` names another. */
export const DEFAULT_FOLDER = ".herald/prove";

export interface Cleaning {
  readonly stage: string;
  readonly region: string;
  readonly folder: string;
}

/**
 * Returns the command that takes down what a run of `herald prove` has left, from any shell with the same credentials.
 */
export function cleaningCommand({ stage, region, folder }: Cleaning): string {
  const report = folder === DEFAULT_FOLDER ? "" : ` --report ${quoted(folder)}`;
  return `AWS_REGION=${region} npx herald prove --stage ${stage} --clean${report}`;
}

const quoted = (text: string): string =>
  /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
