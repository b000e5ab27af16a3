import { type ReactNode, useId } from "react";

interface BoxProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** Shows a titled part of a page inside a thin border. */
export function Box({ title, aside, children }: BoxProps) {
  const id = useId();
  return (
    <section className="box" aria-labelledby={id}>
      <div className="box-head">
        <h2 id={id}>{title}</h2>
        <span className="grow" />
        {aside}
      </div>
      {children}
    </section>
  );
}
