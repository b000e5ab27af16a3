import { readFileSync } from "node:fs";
import { emailDialect } from "../../../shared/go-template/dialects.ts";
import { parse } from "../../../shared/go-template/go-template.ts";
import { httpProviderDialect, render } from "../../../shared/go-template/text-template.ts";

/** Contains a case with real Go's answer; `policy` says how closely we must follow it. */
export interface Vector {
  id: string;
  cat: string;
  kind: "email" | "http";
  /** If given, the root is Go's map[string]any instead of map[string]string. */
  datatype?: "any";
  template?: string;
  template_parts?: [string, number][];
  template_b64?: string;
  data: Record<string, unknown> | null;
  policy: "exact" | "may-reject" | "must-reject" | "nil-list";
  expect: {
    parse: string;
    exec?: string;
    output?: string;
    output_sha256?: string;
    output_b64?: string;
    output_fffd?: string;
  };
  go_error?: string;
}

const FILES = ["go-template.jsonl", "go-template-data.jsonl"];

export const readVectors = (): Vector[] => FILES.flatMap((file) => linesOf<Vector>(file));

export function linesOf<Line>(file: string): Line[] {
  const lines = readFileSync(new URL(`./vectors/${file}`, import.meta.url), "utf8").split("\n");
  return lines.filter(Boolean).map((line) => JSON.parse(line) as Line);
}

export function templateOf({ template, template_parts, template_b64 }: Vector): string {
  if (template !== undefined) return template;
  if (template_parts !== undefined) return template_parts.map(([text, count]) => text.repeat(count)).join("");
  return Buffer.from(template_b64 ?? "", "base64").toString("utf8");
}

export type Outcome = { phase: "ok"; output: string } | { phase: "parse" | "exec"; message: string };

/** `any` stands for a mail with values of JSON. */
export type Kind = "email" | "http" | "any";

export const kindOf = ({ kind, datatype }: Pick<Vector, "kind" | "datatype">): Kind => datatype ?? kind;

/** Parses and renders a template. A failure is identified by its phase and its message. */
export function outcomeOf(text: string, data: Record<string, unknown> | null = null, kind: Kind = "email"): Outcome {
  let phase: "parse" | "exec" = "parse";
  try {
    const template = parse(text, kind === "http" ? httpProviderDialect : emailDialect);
    phase = "exec";
    return {
      phase: "ok",
      output: kind === "any" ? render(template, {}, { json: data ?? {} }) : render(template, data),
    };
  } catch (error) {
    return { phase, message: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns the output, or the text of the error. */
export function show(text: string, data: Record<string, unknown> | null = null, kind: Kind = "email"): string {
  const outcome = outcomeOf(text, data, kind);
  return outcome.phase === "ok" ? outcome.output : outcome.message;
}
