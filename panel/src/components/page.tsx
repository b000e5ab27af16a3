import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "wouter";
import { Icon } from "./icon.tsx";

interface PageProps {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly actions?: ReactNode;
  /** The page above this one. */
  readonly back?: { readonly to: string; readonly label: string };
  readonly children: ReactNode;
}

let isFirstPage = true;

/** One page: heading, actions, content. Its heading takes the focus when the reader comes from another page. */
export function Page({ title, intro, actions, back, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Herald`;
  }, [title]);
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus();
    isFirstPage = false;
  }, []);
  return (
    <>
      <header className="page-head">
        <div>
          {back && (
            <Link to={back.to} className="back">
              <Icon name="back" />
              {back.label}
            </Link>
          )}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {intro && <p className="intro">{intro}</p>}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}
