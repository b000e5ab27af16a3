import { boundCursors } from "../kernel/bound-cursors.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Cursors } from "../kernel/cursors.ts";
import type { Owner } from "../kernel/owner.ts";
import type { FoundConversation, InboxView, Section, SectionRequest, TextsLookedAt } from "./domain/inbox-page.ts";
import { searchTerm } from "./domain/search-term.ts";
import { type SectionsDeps, sectionsOf } from "./inbox-sections.ts";

/** One page asks the store at most this often. A filter that matches little gets a short page with a cursor instead of a slow one. */
const MAX_LOOKS = 4;

export interface ListInboxDeps extends SectionsDeps {
  readonly cursors: Cursors;
  readonly clock: Clock;
}

export interface InboxListing {
  readonly view: InboxView;
  readonly window?: "open" | "closed" | undefined;
  /** The search text as typed; it is searched in names, phone numbers and messages. */
  readonly q?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface ListedInbox {
  readonly conversations: readonly FoundConversation[];
  readonly nextCursor?: string | undefined;
  /** Set for a search: the conversations whose older messages were searched for this page. */
  readonly lookedAt?: TextsLookedAt | undefined;
}

export async function listInbox(deps: ListInboxDeps, owner: Owner, listing: InboxListing): Promise<ListedInbox> {
  const { view, window, q, limit, cursor } = listing;
  const term = searchTerm(q);
  const bound = boundCursors(deps.cursors, owner, JSON.stringify(["inbox", view, window ?? "", term?.text ?? ""]));
  const place = bound.read(cursor);
  // All pages use the time of the first page, so that a conversation that moves to another section meanwhile is not missed.
  const start = place === undefined ? { section: 0, beganMs: deps.clock.now() } : readPlace(place);
  const request = { view, window, term, limit, nowMs: deps.clock.now(), beganMs: start.beganMs };
  const { end, ...walked } = await walk(sectionsOf(deps, owner, request), start, limit);
  return { ...walked, ...bound.next(end && writePlace({ ...end, beganMs: start.beganMs })) };
}

interface ListPlace extends SectionPlace {
  readonly beganMs: number;
}

const writePlace = ({ section, beganMs, after }: ListPlace): string =>
  [section, beganMs, ...(after === undefined ? [] : [after])].join(" ");

/** Reads a cursor's position. Cursors are signed (D31), so only `writePlace` can have written it. */
function readPlace(text: string): ListPlace {
  const [section, beganMs, ...after] = text.split(" ");
  return {
    section: Number(section),
    beganMs: Number(beganMs),
    after: after.length === 0 ? undefined : after.join(" "),
  };
}

interface SectionPlace {
  readonly section: number;
  readonly after?: string | undefined;
}

interface Walked extends Pick<ListedInbox, "conversations" | "lookedAt"> {
  /** A page without an end is the last one. */
  readonly end?: SectionPlace | undefined;
}

/** Reads one section after the other until the page is full or `MAX_LOOKS` is reached. */
async function walk(sections: readonly Section[], start: SectionPlace, limit: number): Promise<Walked> {
  const found: FoundConversation[] = [];
  let place: SectionPlace | undefined = start;
  let lookedAt: TextsLookedAt | undefined;
  for (let look = 0; look < MAX_LOOKS && place !== undefined && found.length < limit; look++) {
    const section = sections[place.section];
    if (section === undefined) throw new Error("a cursor names a section that is none");
    const request: SectionRequest = { limit: limit - found.length, after: place.after };
    const page = await section(request);
    found.push(...page.conversations);
    lookedAt = page.lookedAt === undefined ? lookedAt : together(lookedAt, page.lookedAt);
    place = afterPage(sections, place, page.next);
  }
  return { conversations: unique(found), end: place, lookedAt };
}

function afterPage(
  sections: readonly Section[],
  { section }: SectionPlace,
  next: string | undefined,
): SectionPlace | undefined {
  if (next !== undefined) return { section, after: next };
  return section + 1 < sections.length ? { section: section + 1 } : undefined;
}

const together = (a: TextsLookedAt | undefined, b: TextsLookedAt): TextsLookedAt => ({
  conversations: (a?.conversations ?? 0) + b.conversations,
  backToMs: Math.min(a?.backToMs ?? Number.POSITIVE_INFINITY, b.backToMs),
});

/** Removes repeated conversations: one that moved while the page was read is shown where it was found first. */
const unique = (found: readonly FoundConversation[]): readonly FoundConversation[] =>
  [...new Map([...found].reverse().map((one) => [one.conversation.id, one])).values()].reverse();
