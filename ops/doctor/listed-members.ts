const MEMBER = /<member>(.*?)<\/member>/gs;
const FIELD = /<(\w+)>([^<]*)<\/\1>/g;
const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
const textOf = (escaped: string): string =>
  escaped.replaceAll(/&(lt|gt|quot|apos|amp);/g, (entity, name: string) => ENTITIES[name] ?? entity);

export type Member = Readonly<Record<string, string>>;

/** Parses the innermost members of the lists in an answer of AWS's query protocol, by their field names. */
export const listedMembers = (xml: string): readonly Member[] =>
  [...xml.matchAll(MEMBER)].map(([, text = ""]) =>
    Object.fromEntries([...text.matchAll(FIELD)].map(([, name = "", value = ""]) => [name, textOf(value)])),
  );

/** Returns the token of a list's next page, or undefined on the last one. */
export const nextToken = (xml: string): string | undefined => {
  const [, token = ""] = /<NextToken>([^<]+)<\/NextToken>/.exec(xml) ?? [];
  return token === "" ? undefined : textOf(token);
};
