import PostalMime, { type Header } from "postal-mime";
import type { MailReader } from "../ports.ts";

/** The parser refuses mails that are nested more deeply or have longer headers. Their source can still be read. */
const NOTHING_READ = { headers: {}, text: "", html: "" } as const;

/** Reads mails with the same parser as mails that come back. */
export const postalMailReader: MailReader = {
  async read(source) {
    try {
      const { headers, text = "", html = "" } = await PostalMime.parse(source, { forceRfc822Attachments: true });
      return { headers: headersByName(headers), text, html };
    } catch {
      return NOTHING_READ;
    }
  },
};

function headersByName(headers: readonly Header[]): Record<string, string | string[]> {
  const byName = Map.groupBy(headers, ({ key }) => key);
  // `__proto__` is a valid name of a header, and `fromEntries` makes it an own property like any other.
  return Object.fromEntries([...byName].map(([name, all]) => [name, singleOrList(all.map(({ value }) => value))]));
}

function singleOrList(values: string[]): string | string[] {
  const [only] = values;
  return only !== undefined && values.length === 1 ? only : values;
}
