import type { MetaError } from "../events/meta-error.ts";
import { metaError } from "../events/meta-error.ts";
import type { TemplateSend } from "./message-shape.ts";
import type { TemplateComponents, TemplateDefinition } from "./template-definition.ts";
import { variablesOf } from "./template-variables.ts";

/** The parameters that a send must contain for one component of the template. */
interface Expected {
  /** The component is `header`, `body`, `button 0` and so on. */
  readonly place: string;
  readonly type: string;
  readonly count: number;
}

/** Returns Meta's error if the parameters do not fit the approved definition (W1.7). */
export function parameterFailure(definition: TemplateDefinition, send: TemplateSend): MetaError | undefined {
  const expected = expectedParameters(definition);
  const given = new Map(send.components.map((component) => [placeOf(component), component.parameters]));
  for (const { place, type, count } of expected) {
    const parameters = given.get(place) ?? [];
    if (parameters.length !== count) return countFailure(place, parameters.length, count);
    const wrong = parameters.find((parameter) => parameter.type !== type || !isFilled(parameter));
    if (wrong) return metaError(132012, `${place}: parameter of type ${wrong.type} does not fit, expected ${type}`);
  }
  const expectedKeys = new Set(expected.map(({ place }) => place));
  const surplus = send.components.find((one) => !expectedKeys.has(placeOf(one)) && isSurplus(one));
  return surplus && countFailure(placeOf(surplus), surplus.parameters.length, 0);
}

/**
 * Says whether a component has parameters although the template has no variable for it. The payload of a quick reply is
 * always allowed.
 */
function isSurplus({ type, sub_type, parameters }: TemplateSend["components"][number]): boolean {
  return parameters.length > 0 && !(type === "button" && sub_type === "quick_reply");
}

function placeOf({ type, index }: TemplateSend["components"][number]): string {
  return type === "button" ? `button ${index ?? "?"}` : type;
}

function countFailure(place: string, given: number, wanted: number): MetaError {
  // A missing value of a button has its own error code.
  if (place.startsWith("button") && given === 0) {
    return metaError(131008, `${place}: required parameter is missing`);
  }
  return metaError(
    132000,
    `${place}: number of localizable_params (${given}) does not match the expected number of params (${wanted})`,
  );
}

function isFilled(parameter: Record<string, unknown>): boolean {
  const value = parameter[String(parameter.type)];
  return typeof value === "string" ? value !== "" : typeof value === "object" && value !== null;
}

function expectedParameters({ category, components }: TemplateDefinition): Expected[] {
  // The code must be in the body and again in the button (W0.11).
  if (category === "AUTHENTICATION") return [text("body", 1), text("button 0", 1)];
  return components.flatMap(expectedOf).filter(({ count }) => count > 0);
}

const text = (place: string, count: number): Expected => ({ place, type: "text", count });

function expectedOf(component: TemplateComponents[number]): Expected[] {
  if (component.type === "BODY") return [text("body", variablesOf(component.text ?? "").length)];
  if (component.type === "BUTTONS") {
    return component.buttons.flatMap((button, at) =>
      button.type === "URL" ? [text(`button ${at}`, variablesOf(button.url).length)] : [],
    );
  }
  if (component.type === "FOOTER") return [];
  return component.format === "TEXT"
    ? [text("header", variablesOf(component.text ?? "").length)]
    : [{ place: "header", type: component.format.toLowerCase(), count: 1 }];
}
