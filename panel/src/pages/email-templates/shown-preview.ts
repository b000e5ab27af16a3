import type { Draft, Preview } from "./template-draft.ts";

/** The preview that the editor shows, which exists even for a faulty template. */
export type ShownPreview = Omit<Preview, "faults">;

/** Each field as it last rendered without a fault, and the variables of the last text that parsed. */
export type LastGood = Partial<Pick<Preview, "subject" | "body" | "text" | "variables">>;

const isWrong = ({ faults = [] }: Preview, name: "subject" | "body"): boolean =>
  faults.some(({ field }) => field === name);
const isUnparsed = ({ faults = [] }: Preview): boolean => faults.some(({ during }) => during === "parse");

export function lastGoodOf(answer: Preview, before: LastGood): LastGood {
  const { subject, body, text, variables } = answer;
  return {
    ...before,
    ...(!isWrong(answer, "subject") && { subject }),
    ...(!isWrong(answer, "body") && { body, text }),
    ...(!isUnparsed(answer) && { variables }),
  };
}

/**
 * A faulty field shows its last good rendering, or else its source. Before any text has parsed, the variables with a sample value stay
 * editable.
 * @param good already contains the good fields of this answer
 */
export function shownPreview(
  answer: Preview | undefined,
  good: LastGood,
  { draft, samples }: { readonly draft: Pick<Draft, "subject" | "body">; readonly samples: Readonly<object> },
): ShownPreview {
  const { faults: _, ...given } = answer ?? { subject: draft.subject, body: draft.body, variables: [], missing: [] };
  if (answer !== undefined && !isUnparsed(answer)) return { ...given, ...good };
  const known = good.variables ?? Object.keys(samples);
  return { ...given, ...good, variables: [...new Set([...given.variables, ...known])] };
}
