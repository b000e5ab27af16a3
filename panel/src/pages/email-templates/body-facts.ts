import type { Mood } from "../../explain/mood.ts";

/** Gmail shows no more of a mail, and a link to the rest. */
const GMAIL_CUTS_AT = 102_000;
const REMOTE_PICTURE = /<img[^>]+src\s*=\s*["']?https?:/gi;

export interface BodyFact {
  readonly mood: Mood;
  readonly text: string;
}

const kilobytes = (bytes: number): string => (bytes < 1000 ? `${bytes} B` : `${Math.round(bytes / 1000)} kB`);

/** Facts of a body that mail clients treat in their own way. */
export function bodyFacts(body: string, isHtml: boolean): readonly BodyFact[] {
  const bytes = new TextEncoder().encode(body).length;
  if (!isHtml) return [{ mood: "ok", text: kilobytes(bytes) }];
  const pictures = [...body.matchAll(REMOTE_PICTURE)].length;
  return [
    pictures === 0
      ? { mood: "ok", text: "No remote pictures" }
      : {
          mood: "note",
          text: `${pictures} remote ${pictures === 1 ? "picture" : "pictures"}, which many clients block`,
        },
    bytes < GMAIL_CUTS_AT
      ? { mood: "ok", text: `${kilobytes(bytes)}, below the 102 kB at which Gmail cuts` }
      : { mood: "part", text: `${kilobytes(bytes)}: Gmail cuts at 102 kB` },
  ];
}
