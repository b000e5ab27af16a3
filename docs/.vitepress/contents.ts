export interface Chapter {
  readonly title: string;
  /** The paths are relative to `docs` and have no ending. */
  readonly pages: readonly string[];
}

/** The chapters for users, in reading order. A page that no list names goes into the last chapter. */
const USING: readonly Chapter[] = [
  { title: "Start", pages: ["quickstart", "concepts", "command-line", "client", "testing", "local-stack", "panel"] },
  { title: "Sending", pages: ["sending", "explanations"] },
  { title: "Email", pages: ["email", "email-templates", "email-examples", "attachments", "deliverability"] },
  { title: "Chat", pages: ["chat-accounts", "chat-templates", "chat-messages", "chat-events", "media"] },
  { title: "Conversations", pages: ["conversations"] },
  { title: "Agents", pages: ["agents"] },
  { title: "Events", pages: ["events", "webhooks", "alerts"] },
  { title: "Reference", pages: ["permissions", "approvals", "errors", "limits", "lifecycle"] },
  { title: "Running it", pages: ["deploy", "prove", "operations", "security", "restore", "cost"] },
];

/** The chapters for those who change Herald. */
const CHANGING: readonly Chapter[] = [
  { title: "The code", pages: ["contributing", "glossary", "mutation", "rehearsal"] },
  { title: "Figures and reviews", pages: ["performance", "scale", "cloud-review"] },
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
    ],
  },
  { title: "Choices", pages: ["decisions/index"] },
];
const DECISIONS = "decisions/";

export interface Contents {
  readonly using: readonly Chapter[];
  readonly changing: readonly Chapter[];
  /** The pages of the folder of decisions. The sidebar lists them only while the reader looks at one of these pages. */
  readonly decisions: Chapter;
}

/** Builds the navigation of the pages that exist. */
export function contentsOf(pages: readonly string[]): Contents {
  const there = new Set(pages);
  const known = (chapters: readonly Chapter[]) =>
    chapters.map(({ title, pages: named }) => ({ title, pages: named.filter((page) => there.has(page)) }));
  const named = new Set(["index", ...[...USING, ...CHANGING].flatMap((chapter) => chapter.pages)]);
  const isDecision = (page: string) => page.startsWith(DECISIONS);
  const rest = pages.filter((page) => !(named.has(page) || isDecision(page))).sort();
  const decisions = pages.filter((page) => isDecision(page) && page !== `${DECISIONS}index`).sort();
  return {
    using: known(USING).map((chapter, i, all) =>
      i === all.length - 1 ? { ...chapter, pages: [...chapter.pages, ...rest] } : chapter,
    ),
    changing: known(CHANGING),
    decisions: { title: "Decisions", pages: decisions },
  };
}
