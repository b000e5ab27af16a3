const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes the text of an element. Control characters become references, so that every key can be represented. */
function escapeXml(text: string): string {
  return text.replace(/[&<>"\p{Cc}]/gu, (char) => ENTITIES[char] ?? `&#${char.codePointAt(0)};`);
}

export type XmlFields = Readonly<Record<string, string | number | boolean | undefined>>;

export function xmlFields(fields: XmlFields): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`)
    .join("");
}

export function xmlDocument(root: string, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${root}>`;
}

/** Returns the text of the first `name` element. That suffices for the flat documents that S3 clients send. */
export function textOf(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text
    ?.trim()
    .replaceAll("&quot;", '"')
    .replaceAll("&#34;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

export function elementsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, "gs"))].map((match) => match[1] ?? "");
}
