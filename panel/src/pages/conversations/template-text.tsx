import type { ReactNode } from "react";

interface TemplateTextProps {
  readonly header?: { readonly type: string; readonly text: ReactNode; readonly link?: string | undefined } | undefined;
  readonly body: ReactNode;
  readonly footer?: string | undefined;
  readonly buttons: readonly { readonly text: string }[];
}

export const TemplateText = ({ header, body, footer, buttons }: TemplateTextProps) => (
  <div className="template-text" dir="auto">
    {header && <Header {...header} />}
    <p className="words">{body}</p>
    {footer && <p className="s t2">{footer}</p>}
    {buttons.map(({ text }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a button has no identity but its position
      <p key={index} className="k b line-top">
        {text}
      </p>
    ))}
  </div>
);

function Header({ type, text, link }: NonNullable<TemplateTextProps["header"]>) {
  if (type === "text") return <p className="b">{text}</p>;
  if (link?.startsWith("https://"))
    return (
      <a className="link" href={link} target="_blank" rel="noreferrer noopener">
        The {type}
      </a>
    );
  return <p className="t2">The {type}</p>;
}
