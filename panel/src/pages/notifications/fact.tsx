import type { ReactNode } from "react";

/** Shows nothing if the value is unknown. */
export const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) =>
  children ? (
    <>
      <dt>{name}</dt>
      <dd className="any-break">{children}</dd>
    </>
  ) : null;
