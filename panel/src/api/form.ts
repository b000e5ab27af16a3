/** A form's text fields by name. A checkbox that is off, and a field that is disabled, are absent. */
export function textsOf(form: HTMLFormElement): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) if (typeof value === "string") texts[name] = value;
  return texts;
}
