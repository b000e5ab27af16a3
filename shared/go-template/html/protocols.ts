/** The protocols after which a browser runs the rest of a URL as a script, or shows it as a page. */
const PROTOCOLS = ["javascript:", "vbscript:", "data:"] as const;

/** The mark of a URL that has not begun yet. */
export const PROTOCOL_START = 1 << 0;
/** The mark of a URL whose protocol contains a value of the template. */
const FROM_VALUE = 1 << 29;
/** The protocol is complete, so the browser runs what follows it. */
const RUNS = 1 << 30;

interface Move {
  readonly from: number;
  readonly letter: string;
  readonly to: number;
}

/**
 * Lists the steps from one letter to the next. Every beginning of a protocol has a bit of its own, and each letter
 * leads from one bit to the next.
 */
const MOVES: readonly Move[] = PROTOCOLS.flatMap((protocol, i) => {
  const spelled = PROTOCOLS.slice(0, i).join("").length;
  const bit = (letters: number) => (letters === 0 ? PROTOCOL_START : 1 << (spelled + letters));
  return Array.from(protocol, (letter, letters) => {
    const isLast = letters + 1 === protocol.length;
    return { from: bit(letters), letter, to: isLast ? RUNS : bit(letters + 1) };
  });
});

const SPELLED = MOVES.reduce((all, { from }) => all | from, 0);

/** Tells whether more text or a value can complete a protocol that runs scripts. */
export function mayRun(protocol: number): boolean {
  return (protocol & SPELLED) !== 0;
}

/** Tells whether the template's own text begins such a protocol. */
export function isBegun(protocol: number): boolean {
  return (protocol & SPELLED & ~PROTOCOL_START) !== 0 && !isFromValue(protocol);
}

export function runs(protocol: number): boolean {
  return (protocol & RUNS) !== 0;
}

export function isFromValue(protocol: number): boolean {
  return (protocol & FROM_VALUE) !== 0;
}

/** Returns what may have been spelled after a value: any part of a protocol, if one may have begun. */
export function protocolAfterValue(protocol: number): number {
  return mayRun(protocol) ? SPELLED | FROM_VALUE : protocol;
}

/** Matches data that a browser shows as a picture, plays or saves. */
const HARMLESS_DATA =
  /^(?:(?:image|audio|video|font)\/[a-z\d.-]+|text\/(?:plain|csv|calendar|vcard)|application\/(?:octet-stream|pdf))(?:;[^,]*)?,/;

/** Browsers ignore these characters anywhere in a URL. */
const SKIPPED = /[\t\n\r]/g;

/** Returns what may have been spelled after more of the URL was read. Browsers also ignore spaces before a URL. */
export function protocolAfter(start: number, text: string): number {
  if (!mayRun(start)) return start;
  const letters = text.replace(SKIPPED, "").toLowerCase();
  let protocol = start;
  for (let at = 0; at < letters.length && mayRun(protocol); at++) {
    protocol = afterLetter(protocol, letters.charAt(at));
    if (runs(protocol)) return isHarmlessData(protocol, letters, at) ? 0 : protocol;
  }
  return mayRun(protocol) ? protocol : 0;
}

function afterLetter(protocol: number, letter: string): number {
  const stays = letter <= " " ? protocol & PROTOCOL_START : 0;
  const moved = MOVES.reduce((all, { from, letter: wanted, to }) => {
    return wanted === letter && (protocol & from) !== 0 ? all | to : all;
  }, stays);
  return moved | (protocol & FROM_VALUE);
}

/** True for a `data:` URL with harmless data. Of the protocols, only `data:` has an `a` before its colon. */
function isHarmlessData(protocol: number, letters: string, colonAt: number): boolean {
  if (isFromValue(protocol) || letters.charAt(colonAt - 1) !== "a") return false;
  return HARMLESS_DATA.test(letters.slice(colonAt + 1));
}
