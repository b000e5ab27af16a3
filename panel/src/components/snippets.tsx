import { Tabs } from "@mantine/core";
import { CopyButton } from "./copy-button.tsx";
import "@mantine/core/styles/Tabs.layer.css";

export interface Snippet {
  readonly language: string;
  readonly code: string;
}

/** Matches strings and the few keywords that occur in our snippets. */
const MARKED =
  /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`)|\b(?:import|from|const|new|await|curl|package|func|defer|if)\b/g;

interface Part {
  readonly at: number;
  readonly text: string;
  readonly look: "k" | "st" | undefined;
}

/** Cuts the code into pieces, so that strings and keywords can be coloured. */
export function partsOf(code: string): readonly Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const { 0: text, 1: string, index } of code.matchAll(MARKED)) {
    if (index > at) parts.push({ at, text: code.slice(at, index), look: undefined });
    parts.push({ at: index, text, look: string === undefined ? "k" : "st" });
    at = index + text.length;
  }
  return at < code.length ? [...parts, { at, text: code.slice(at), look: undefined }] : parts;
}

/** Shows the same program in several languages, each with a button that copies it. */
export const Snippets = ({ of }: { readonly of: readonly Snippet[] }) => (
  <Tabs defaultValue={of[0]?.language ?? ""} keepMounted={false}>
    <Tabs.List mb={12}>
      {of.map(({ language }) => (
        <Tabs.Tab key={language} value={language}>
          {language}
        </Tabs.Tab>
      ))}
    </Tabs.List>
    {of.map(({ language, code }) => (
      <Tabs.Panel key={language} value={language} className="snippet">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
        <pre className="code" tabIndex={0}>
          {partsOf(code).map(({ at, text, look }) => (
            <span key={at} className={look}>
              {text}
            </span>
          ))}
        </pre>
        <CopyButton text={code} label="Copy" name={`Copy the ${language} snippet`} isSmall />
      </Tabs.Panel>
    ))}
  </Tabs>
);
