import type { Mood } from "../../explain/mood.ts";

/** Gmail shows no more of a mail, and a link to the rest. */
const GMAIL_CUTS_AT = 102_000;

export interface SizeFact {
  readonly mood: Mood;
  readonly text: string;
}

const kilobytes = (bytes: number): string => (bytes < 1000 ? `${bytes} B` : `${Math.round(bytes / 1000)} kB`);

/** How long a body is, as mail clients take it. What there is of remote pictures, the frame sees that shows them. */
export function sizeFact(body: string, isHtml: boolean): SizeFact {
  const bytes = new TextEncoder().encode(body).length;
  if (!isHtml) return { mood: "ok", text: kilobytes(bytes) };
  return bytes < GMAIL_CUTS_AT
    ? { mood: "ok", text: `${kilobytes(bytes)}, below the 102 kB at which Gmail cuts` }
    : { mood: "part", text: `${kilobytes(bytes)}: Gmail cuts at 102 kB` };
}
