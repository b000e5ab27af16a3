import { Tabs } from "@mantine/core";
import { CopyButton } from "./copy-button.tsx";

export interface Snippet {
  readonly language: string;
  readonly code: string;
}

/** The same in several languages, each to be copied. */
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
      <Tabs.Panel key={language} value={language} className="stack">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
        <pre className="code" tabIndex={0}>
          {code}
        </pre>
        <div className="actions">
          <CopyButton text={code} label="Copy" isSmall />
        </div>
      </Tabs.Panel>
    ))}
  </Tabs>
);
