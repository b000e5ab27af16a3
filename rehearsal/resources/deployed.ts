/**
 * Describes a resource after its deployment, when all expressions are resolved and the values are known to which other
 * resources refer.
 */
export interface Deployed {
  readonly stack: string;
  readonly account: string;
  readonly region: string;
  readonly logicalId: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** The value that `Ref` gives for the resource. */
  readonly ref: string;
  readonly attributes: Readonly<Record<string, string | undefined>>;
}

export interface Deployment {
  readonly resources: readonly Deployed[];
  /** Contains outputs by stack and name. */
  readonly outputs: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Contains the texts of secrets by ARN. */
  readonly secrets: ReadonlyMap<string, string>;
}

export const ofType = (deployment: Deployment, ...types: readonly string[]): readonly Deployed[] =>
  deployment.resources.filter(({ type }) => types.includes(type));
