import { Fragment, type ReactNode } from "react";
import type { Schemas } from "../../api/schemas.ts";
import { MarkedText } from "../../components/marked-text.tsx";

type ChatTemplate = Schemas["ChatTemplate"];
type Parameter = ChatTemplate["parameters"][number];

const VARIABLE = /\{\{([^{}]*)\}\}/;

type Show = (variable: string) => ReactNode;

/** Replaces each variable of the text, such as `{{1}}`, by the result of `show`. */
const fill = (text: string, show: Show): ReactNode =>
  // Splitting by a group makes every second piece the name of a variable.
  text.split(VARIABLE).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no identity but its position
    <Fragment key={index}>{index % 2 === 0 ? piece : show(piece)}</Fragment>
  ));

/** Shows the template with its values; a missing value is shown by its name. */
export function previewOf(
  {
    header,
    body,
    footer,
    buttons = [],
    parameters,
  }: Pick<ChatTemplate, "header" | "body" | "footer" | "buttons" | "parameters">,
  values: Readonly<Record<string, string>>,
) {
  const at = (component: Parameter["component"], position: number) =>
    parameters.find((one) => one.component === component && one.position === position)?.name ?? "";
  const show = (name: string): ReactNode =>
    values[name]?.trim() ? <b className="b">{values[name]}</b> : <span className="warn b">{name}</span>;
  return {
    header: header && {
      type: header.type,
      text: fill(header.text ?? "", () => show(at("header", 1))),
      link: values[at("header", 1)],
    },
    body: <MarkedText text={body.text} show={(text) => fill(text, (name) => show(at("body", Number(name))))} />,
    footer: footer?.text,
    buttons,
  };
}
