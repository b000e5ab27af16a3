const MEMBER = /<member>(.*?)<\/member>/gs;
const FIELD = /<(\w+)>([^<]*)<\/\1>/g;
const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
const ENTITY = /&(?:(lt|gt|quot|apos|amp)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi;

/** Returns the text that escaped XML stands for. */
export const plainText = (escaped: string): string =>
  escaped.replaceAll(ENTITY, (entity, ...[name, decimal, hexadecimal = ""]: (string | undefined)[]) => {
    if (name !== undefined) return ENTITIES[name] ?? entity;
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });

export type Member = Readonly<Record<string, string>>;

/** Parses the innermost members of the lists in an answer of AWS's query protocol, by their field names. */
export const listedMembers = (xml: string): readonly Member[] =>
  [...xml.matchAll(MEMBER)].map(([, text = ""]) =>
    Object.fromEntries([...text.matchAll(FIELD)].map(([, name = "", value = ""]) => [name, plainText(value)])),
  );

/** Returns the token of a list's next page, or undefined on the last one. */
export const nextToken = (xml: string): string | undefined => {
  const [, token = ""] = /<NextToken>([^<]+)<\/NextToken>/.exec(xml) ?? [];
  return token === "" ? undefined : plainText(token);
};
