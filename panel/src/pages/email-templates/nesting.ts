/** The depth beyond which the browser takes noticeably long, because its time grows with the square of the depth. */
const MOST = 1000;
const TAG = /<(\/?)([a-z][a-z0-9-]*)/gi;
/** These elements have no end tag, or an optional one. */
const ENDLESS = new Set(
  "area base body br col colgroup dd dt embed head hr html img input li link meta option p rp rt source tbody td tfoot th thead tr track wbr".split(
    " ",
  ),
);

/** Counts tags, without parsing, to find out whether more elements are nested than any real mail has. */
export function isTooDeep(html: string): boolean {
  let open = 0;
  for (const [, slash, name = ""] of html.matchAll(TAG)) {
    if (ENDLESS.has(name.toLowerCase())) continue;
    open = slash === "" ? open + 1 : Math.max(0, open - 1);
    if (open > MOST) return true;
  }
  return false;
}
