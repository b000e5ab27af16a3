import { ActionIcon } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "wouter";
import { Icon } from "./icon.tsx";
import { setTitle } from "./title.ts";
import { takeFocus } from "./use-focus-back.ts";

interface PageProps {
  readonly title: string;
  /** The content beside the title, in the same line. */
  readonly about?: ReactNode;
  readonly intro?: ReactNode;
  readonly actions?: ReactNode;
  /** The page that a link above the title leads back to. */
  readonly back?: { readonly to: string; readonly label: string };
  /** Lets the content fill the window and bring its own scrolling panes. */
  readonly isWhole?: boolean;
  readonly children: ReactNode;
}

let isFirstPage = true;

/** Shows one page; its heading takes the focus when the reader comes from another page. */
export function Page({ title, about, intro, actions, back, isWhole = false, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    setTitle(title);
  }, [title]);
  useEffect(() => {
    if (!isFirstPage) takeFocus(heading.current);
    isFirstPage = false;
  }, []);
  return (
    <>
      <header className="bar">
        {back && (
          <ActionIcon component={Link} href={back.to} aria-label={`Back to ${back.label}`} title={back.label}>
            <Icon name="back" />
          </ActionIcon>
        )}
        <h1 ref={heading} tabIndex={-1} className="cut">
          {title}
        </h1>
        {about}
        <span className="grow" />
        {actions && <div className="actions">{actions}</div>}
      </header>
      {isWhole ? (
        children
      ) : (
        <div className="body">
          <div className="pad">
            {intro && <p className="intro">{intro}</p>}
            {children}
          </div>
        </div>
      )}
    </>
  );
}
