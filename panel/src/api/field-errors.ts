import { ApiError } from "./api-error.ts";

/** Returns the message about a field, in which the label replaces the API's name. */
export type FieldErrors = (field: string, label: string) => string | undefined;

/** A message begins with the API's name of the field, but the reader knows only the label. */
const withLabel = (label: string, field: string, message: string): string =>
  message.startsWith(`${field} `) ? `${label}${message.slice(field.length)}` : message;

/**
 * Collects the messages about all fields of a form; a refusal without a list has one message.
 * @param within is the part of the request that has the fields, with a dot: `account.`
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
