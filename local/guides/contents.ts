export interface Chapter {
  readonly title: string;
  /** Paths below `docs`, without their ending. */
  readonly pages: readonly string[];
}

/** The order in which somebody new would read. A page that is not named here still appears, in the last chapter. */
const CHAPTERS: readonly Chapter[] = [
  { title: "Start", pages: ["quickstart", "concepts", "client", "local-stack"] },
  { title: "Sending", pages: ["sending"] },
  { title: "Email", pages: ["email", "email-templates"] },
  {
    title: "Chat",
    pages: ["chat-accounts", "chat-templates", "chat-messages", "chat-events", "conversations", "media", "agents"],
  },
  { title: "Events", pages: ["events", "webhooks"] },
  { title: "Reference", pages: ["errors", "limits", "lifecycle"] },
  {
    title: "Specification",
    pages: [
      "specification/index",
      "specification/interface",
      "specification/decisions",
      "specification/beyond",
      "specification/local-stack",
      "specification/whatsapp",
      "specification/aws",
      "specification/traceability",
    ],
  },
  { title: "The code", pages: ["glossary", "structure", "mutation"] },
];
const LAST_CHAPTER = "Running it";
const DECISIONS = "decisions/";

/** Decisions stay out of the navigation: their index leads to each. */
export function chaptersOf(pages: readonly string[]): readonly Chapter[] {
  const there = new Set(pages);
  const known = CHAPTERS.map(({ title, pages: named }) => ({ title, pages: named.filter((page) => there.has(page)) }));
  const named = new Set(known.flatMap((chapter) => chapter.pages));
  const rest = pages.filter((page) => !(named.has(page) || page.startsWith(DECISIONS))).sort();
  return [...known, { title: LAST_CHAPTER, pages: [...rest, `${DECISIONS}index`] }];
}
