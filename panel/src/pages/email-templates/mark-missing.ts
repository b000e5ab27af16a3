const LOST = "<no value>";
/** Matches `<no value>`, or a whole tag that contains `<no value>` in its attributes. */
const LOST_OR_TAG = /<no value>|<[^<>]*(?:<no value>[^<>]*)*>/g;
const MARK =
  '<mark style="padding:0 3px;border-radius:3px;background:#fbe8b5;color:#4a3000;font-weight:600">&lt;no value&gt;</mark>';

/** A mail client takes `<no value>` for a tag and hides it, so the preview makes it visible where it stands in text. */
export const markMissing = (html: string): string =>
  html.replaceAll(LOST_OR_TAG, (found) => (found === LOST ? MARK : found));
