/** A browser's time to read a mail grows with the square of this: it is felt beyond. */
const MOST = 1000;
const TAG = /<(\/?)([a-z][a-z0-9-]*)/gi;
/** They have no end, or none that must be written. */
const ENDLESS = new Set(
  "area base body br col colgroup dd dt embed head hr html img input li link meta option p rp rt source tbody td tfoot th thead tr track wbr".split(
    " ",
  ),
);

/** Whether more elements are open at once than anybody writes; by the tags, without reading the document. */
export function isTooDeep(html: string): boolean {
  let open = 0;
  for (const [, slash, name = ""] of html.matchAll(TAG)) {
    if (ENDLESS.has(name.toLowerCase())) continue;
    open = slash === "" ? open + 1 : Math.max(0, open - 1);
    if (open > MOST) return true;
  }
  return false;
}
