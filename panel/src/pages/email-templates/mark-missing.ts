const LOST = "<no value>";
/** The words themselves, or a whole tag, with any of them among its attributes. */
const LOST_OR_TAG = /<no value>|<[^<>]*(?:<no value>[^<>]*)*>/g;
const MARK =
  '<mark style="padding:0 3px;border-radius:3px;background:#fbe8b5;color:#4a3000;font-weight:600">&lt;no value&gt;</mark>';

/** `<no value>` is a tag to a mail client, which shows nothing of it. In a preview it is seen, where text lacks a value. */
export const markMissing = (html: string): string =>
  html.replaceAll(LOST_OR_TAG, (found) => (found === LOST ? MARK : found));
