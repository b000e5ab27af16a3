/** Names a term that the glossary avoids and that is right in these files. */
export interface Exception {
  readonly term: string;
  /** The term is right in paths that begin with one of these. */
  readonly paths: readonly string[];
  readonly why: string;
}

export const EXCEPTIONS: readonly Exception[] = [
  {
    term: "lane",
    paths: ["local/world/chat-simulator/"],
    why: "the column that says which events are delivered in order; data folders keep it",
  },
  {
    term: "words",
    paths: ["shared/email/domain/html-to-text.ts", "local/world/chat-simulator/page/", "ops/language/"],
    why: "text is split into its words there",
  },
  {
    term: "letter",
    paths: ["shared/go-template/html/protocols.ts"],
    why: "a URL's protocol is spelled there",
  },
  {
    term: "places",
    paths: ["test/unit/go-template/html/"],
    why: "where in HTML a template's value stands",
  },
  {
    term: "words",
    paths: ["ops/specification/", "test/integration/house/specification.test.ts"],
    why: "a rule is cited by its name or in words",
  },
];

/** These files are not checked. Most are generated, and the specification was written elsewhere. */
export const NOT_READ: readonly string[] = [
  "docs/specification/",
  "client/src/api-types.ts",
  "panel/src/api/schema.ts",
  "bench/results/",
];

export const isRead = (path: string): boolean => !NOT_READ.some((start) => path.startsWith(start));
