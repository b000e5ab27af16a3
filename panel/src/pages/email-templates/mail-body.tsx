import { MailFrame } from "./mail-frame.tsx";
import { markMissing } from "./mark-missing.ts";
import type { ShownPreview } from "./shown-preview.ts";

export const VIEWS = [
  { value: "desktop", label: "Desktop" },
  { value: "phone", label: "Phone" },
  { value: "dark", label: "Dark" },
  { value: "text", label: "Text" },
  { value: "source", label: "Source" },
] as const;
export type View = (typeof VIEWS)[number]["value"];

interface MailBodyProps {
  readonly view: View;
  readonly preview: Pick<ShownPreview, "body" | "text">;
  readonly isHtml: boolean;
}

/** Shows the body of a rendered mail as one kind of client would. */
export function MailBody({ view, preview, isHtml }: MailBodyProps) {
  const { body, text } = preview;
  if (view === "source" || !isHtml) return <MailText>{body}</MailText>;
  if (view === "text") return <MailText>{text}</MailText>;
  return (
    <MailFrame html={markMissing(body)} title="The mail's body" isPhone={view === "phone"} isDark={view === "dark"} />
  );
}

const MailText = ({ children }: { readonly children: string | undefined }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
  // biome-ignore lint/a11y/useSemanticElements: a <section> would not keep the line breaks
  <pre className="code wrap grow" tabIndex={0} role="region" aria-label="The text of the mail">
    {children}
  </pre>
);
