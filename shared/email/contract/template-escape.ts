import { besideOthers, oneOf } from "../../edge/contract/fields.ts";
import { ESCAPINGS } from "../domain/email-template.ts";

export const escapeField = oneOf("escape", ESCAPINGS).optional();

/** Escaping makes sense only for a body that is HTML. */
export const escapesHtmlOnly = {
  check: (request: { readonly body_type?: string | undefined; readonly escape?: string | undefined }): boolean =>
    request.escape !== "html" || request.body_type === "html",
  problem: { path: ["escape"], error: "escape may be html only with body_type html", ...besideOthers },
};
