import { readFileSync } from "node:fs";
import { parse } from "../../../../shared/go-template/go-template.ts";
import { render, TemplateExecError } from "../../../../shared/go-template/text-template.ts";

/** Contains answers of Go 1.27's html/template. */
export interface HtmlVector {
  /** The source of the template. */
  t: string;
  /**
   * The index of the data lists to render with, 0 by default. Each output in `outs` belongs to one of these lists, and
   * stands between `pre` and `post`.
   */
  d?: number;
  pre?: string;
  post?: string;
  outs?: string[];
  /** The error of escaping without its position, and the position that Go reports. */
  e?: string;
  p?: string;
}

type Data = Record<string, string>;

const FILE = new URL("../vectors/html-template.jsonl", import.meta.url);

export function readHtmlVectors(): { data: Data[][]; vectors: HtmlVector[] } {
  const [first = "{}", ...lines] = readFileSync(FILE, "utf8").split("\n").filter(Boolean);
  const { data } = JSON.parse(first) as { data: Data[][] };
  return { data, vectors: lines.map((line) => JSON.parse(line) as HtmlVector) };
}

export function html(template: string, data: Data = {}): string {
  return render(parse(template, undefined, { escape: "html" }), data);
}

/** Returns the output, or the error of execution as the vectors write it. */
export function outputOf(template: string, data: Data): string {
  const parsed = parse(template, undefined, { escape: "html" });
  try {
    return render(parsed, data);
  } catch (error) {
    if (error instanceof TemplateExecError) return `EXEC ${error.message}`;
    throw error;
  }
}

/** Returns the text of the error with which the escaping refuses a template, or "accepted". */
export function refusal(template: string): string {
  try {
    parse(template, undefined, { escape: "html" });
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  return "accepted";
}
