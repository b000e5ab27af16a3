export interface MessageHeader {
  readonly name: string;
  readonly value: string;
}

const LINE_BREAK = /\r?\n/;
const HEADER = /^([!-9;-~]+):[ \t]*(.*)$/;

/** Reads the headers of a MIME message in order, each as one line (RFC 5322 section 2.2). Encoded words stay as they are. */
export function headersIn(source: string): readonly MessageHeader[] {
  const [head = ""] = source.split(/\r?\n\r?\n/, 1);
  const headers: MessageHeader[] = [];
  for (const line of head.split(LINE_BREAK)) {
    const [, name, value = ""] = HEADER.exec(line) ?? [];
    const last = headers.at(-1);
    if (name !== undefined) headers.push({ name, value });
    else if (last && /^[ \t]/.test(line))
      headers[headers.length - 1] = { ...last, value: `${last.value} ${line.trim()}` };
  }
  return headers;
}
