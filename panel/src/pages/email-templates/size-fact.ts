import type { Tone } from "../../explain/tone.ts";

/** Gmail shows this many bytes of a mail, and a link to the whole mail. */
const GMAIL_CUTS_AT = 102_000;

export interface SizeFact {
  readonly tone: Tone;
  readonly text: string;
}

const kilobytes = (bytes: number): string => (bytes < 1000 ? `${bytes} B` : `${Math.round(bytes / 1000)} kB`);

/** Compares the size of the body with the limit of Gmail. Remote pictures do not count, because mail clients load them separately. */
export function sizeFact(body: string, isHtml: boolean): SizeFact {
  const bytes = new TextEncoder().encode(body).length;
  if (!isHtml) return { tone: "ok", text: kilobytes(bytes) };
  return bytes < GMAIL_CUTS_AT
    ? { tone: "ok", text: `${kilobytes(bytes)}, below the 102 kB at which Gmail cuts` }
    : { tone: "part", text: `${kilobytes(bytes)}: Gmail cuts at 102 kB` };
}
