import { ApiError } from "./api-error.ts";

/** Asks for a field's message in the words of its label. */
export type FieldErrors = (field: string, label: string) => string | undefined;

/** A message begins with the API's name of its field: the reader knows the label alone. */
const withLabel = (label: string, field: string, message: string): string =>
  message.startsWith(`${field} `) ? `${label}${message.slice(field.length)}` : message;

/**
 * All that the service found wrong with a form's fields at once; a refusal without a list is taken for its first one.
 * @param within the request's part that has the fields, with a dot: `account.`
 */
export function fieldErrorsOf(error: unknown, within = ""): FieldErrors {
  if (!(error instanceof ApiError)) return () => undefined;
  const { problems, message } = error;
  return (field, label) => {
    const own = problems.find((problem) => problem.field === within + field)?.message;
    if (own !== undefined) return withLabel(label, field, own);
    return problems.length === 0 && message.startsWith(`${field} `) ? withLabel(label, field, message) : undefined;
  };
}
