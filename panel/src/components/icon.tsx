import { ICON_PATHS, type IconName } from "./icon-paths.ts";

/** Decoration only, so hidden from assistive technology. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={ICON_PATHS[name]} />
  </svg>
);
