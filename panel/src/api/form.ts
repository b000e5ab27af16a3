/** Returns the texts of a form by field name. A checkbox that is off and a disabled field are absent. */
export function textsOf(form: HTMLFormElement): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) if (typeof value === "string") texts[name] = value;
  return texts;
}
