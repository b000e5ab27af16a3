/** Protocols that make a script or a page of what follows them. */
const PROTOCOLS = ["javascript:", "vbscript:", "data:"] as const;

/** The URL has not begun. */
export const PROTOCOL_START = 1 << 0;
/** A value is a part of the protocol. */
const FROM_VALUE = 1 << 29;
/** What follows runs. */
const RUNS = 1 << 30;

interface Move {
  readonly from: number;
  readonly letter: string;
  readonly to: number;
}

/** Each letter leads from what was spelled before it, which is a bit of its own, to what is spelled with it. */
const MOVES: readonly Move[] = PROTOCOLS.flatMap((protocol, i) => {
  const spelled = PROTOCOLS.slice(0, i).join("").length;
  const bit = (letters: number) => (letters === 0 ? PROTOCOL_START : 1 << (spelled + letters));
  return Array.from(protocol, (letter, letters) => {
    const isLast = letters + 1 === protocol.length;
    return { from: bit(letters), letter, to: isLast ? RUNS : bit(letters + 1) };
  });
});

const SPELLED = MOVES.reduce((all, { from }) => all | from, 0);

/** Whether more text or a value may make it a protocol that runs. */
export function mayRun(protocol: number): boolean {
  return (protocol & SPELLED) !== 0;
}

/** Whether the text of the template itself begins to spell such a protocol. */
export function isBegun(protocol: number): boolean {
  return (protocol & SPELLED & ~PROTOCOL_START) !== 0 && !isFromValue(protocol);
}

export function runs(protocol: number): boolean {
  return (protocol & RUNS) !== 0;
}

export function isFromValue(protocol: number): boolean {
  return (protocol & FROM_VALUE) !== 0;
}

/** Where a protocol may have begun, a value may have spelled any part of one. */
export function protocolAfterValue(protocol: number): number {
  return mayRun(protocol) ? SPELLED | FROM_VALUE : protocol;
}

/** Data that a browser shows as a picture, plays or saves. */
const HARMLESS_DATA =
  /^(?:(?:image|audio|video|font)\/[a-z\d.-]+|text\/(?:plain|csv|calendar|vcard)|application\/(?:octet-stream|pdf))(?:;[^,]*)?,/;

/** Browsers skip them anywhere in a URL. */
const SKIPPED = /[\t\n\r]/g;

/** What may be spelled after more of the URL. Browsers skip spaces before it, too. */
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

/** `data:` ends in an `a` before its colon, and the other protocols do not. */
function isHarmlessData(protocol: number, letters: string, colonAt: number): boolean {
  if (isFromValue(protocol) || letters.charAt(colonAt - 1) !== "a") return false;
  return HARMLESS_DATA.test(letters.slice(colonAt + 1));
}
