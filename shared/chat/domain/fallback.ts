import { type ChatTemplate, canSend } from "./templates/chat-template.ts";
import {
  type ApprovedComponents,
  type NamedValues,
  namedFromOrdered,
  resolveValues,
} from "./templates/template-values.ts";

export type FallbackValues =
  | { readonly kind: "named"; readonly values: NamedValues; readonly path: string }
  | { readonly kind: "ordered"; readonly values: readonly string[]; readonly path: string };

export interface Fallback {
  /** Undefined when this owner has no such template, also when another owner has it: a caller must not learn the difference. */
  readonly template: ChatTemplate | undefined;
  readonly values: FallbackValues;
}

export interface FreeFormContext {
  readonly isWindowOpen: boolean;
  readonly chatAccountId: string;
  readonly fallback?: Fallback | undefined;
}

export type FreeFormDecision =
  | { readonly kind: "as_is" }
  | { readonly kind: "template"; readonly template: ChatTemplate; readonly components: ApprovedComponents }
  | { readonly kind: "window_closed" };

function fallbackComponents(template: ChatTemplate, given: FallbackValues): ApprovedComponents {
  const values =
    given.kind === "named" ? given.values : namedFromOrdered(template.parameters, given.values, given.path);
  return resolveValues(template, values, given.path);
}

/**
 * Decides whether a free-form message is sent as it is, is replaced by its fallback, or must not be sent (D33c). A template of another
 * account counts as unknown (D27).
 * @throws Refusal `invalid_request` when the window is closed and the fallback's values do not fit its template
 */
export function decideFreeForm({ isWindowOpen, chatAccountId, fallback }: FreeFormContext): FreeFormDecision {
  if (isWindowOpen) return { kind: "as_is" };
  if (fallback?.template?.chatAccountId !== chatAccountId || !canSend(fallback.template))
    return { kind: "window_closed" };
  const { template, values } = fallback;
  return { kind: "template", template, components: fallbackComponents(template, values) };
}
