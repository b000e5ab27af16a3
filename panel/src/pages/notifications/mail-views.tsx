import { SegmentedControl } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { MailFrame } from "../email-templates/mail-frame.tsx";
import { MailLine, MailText } from "./mail-parts.tsx";

const VIEWS = [
  { value: "html", label: "HTML" },
  { value: "text", label: "Text" },
  { value: "headers", label: "Headers" },
  { value: "source", label: "Source" },
] as const;
type View = (typeof VIEWS)[number]["value"];

interface MailViewsProps {
  /** The HTML with its own pictures; empty for a mail without HTML. */
  readonly html: string;
  readonly text: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Without a source, the mail has no such view. */
  readonly source: ReactElement | false;
}

/** Shows a mail as its recipient's mail client would, or another of its views. */
export function MailViews({ html, text, headers, source }: MailViewsProps) {
  const contents: Readonly<Record<View, ReactElement | false>> = {
    html: html !== "" && <MailFrame html={html} title="The mail" />,
    text: text === "" ? <p className="t2">The mail has no text.</p> : <MailText text={text} />,
    headers: (
      <dl className="kv headers">
        {headers.map(({ name, value }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a header may occur twice
          <MailLine key={place} name={name} text={value} />
        ))}
        {headers.length === 0 && <dd>None can be shown.</dd>}
      </dl>
    ),
    source,
  };
  const views = VIEWS.filter(({ value }) => contents[value]);
  const [chosen, setChosen] = useState<View>("html");
  const view = views.find(({ value }) => value === chosen)?.value ?? "text";
  return (
    <>
      <div>
        <SegmentedControl
          aria-label="Show as"
          data={views}
          value={view}
          onChange={(value) => setChosen(VIEWS.find((one) => one.value === value)?.value ?? "html")}
        />
      </div>
      {contents[view]}
    </>
  );
}
