import * as z from "zod";
import { queueTemplateQuality, queueTemplateStatus } from "../events/publish-template.ts";
import { BadRequestError, type Call, jsonReply, type Reply } from "../http/reply.ts";
import type { Simulator } from "../simulator.ts";
import type { StoredTemplate } from "../template-store.ts";
import { parseBody } from "./parse-body.ts";

/** The statuses are those that Meta reports (W3.3). */
const reviewRequest = z
  .strictObject({
    status: z
      .enum([
        ...(["APPROVED", "ACTIVE", "PENDING", "REJECTED", "IN_APPEAL", "PAUSED", "DISABLED", "FLAGGED"] as const),
        ...([
          "REINSTATED",
          "PENDING_DELETION",
          "DELETED",
          "LIMIT_EXCEEDED",
          "LOCKED",
          "ARCHIVED",
          "UNARCHIVED",
        ] as const),
      ])
      .optional(),
    quality: z.enum(["GREEN", "YELLOW", "RED", "UNKNOWN"]).optional(),
    reason: z.string().max(200).optional(),
  })
  .refine(({ status, quality }) => status !== undefined || quality !== undefined, "status is required");

/** The state of the template after each of these events: it stays or becomes sendable (W2.6). */
const STATE_AFTER: Readonly<Record<string, string>> = {
  REINSTATED: "APPROVED",
  UNARCHIVED: "APPROVED",
  FLAGGED: "APPROVED",
};

/** Answers `POST /api/templates/{id}/status`, which reviews a template. */
export function reviewTemplate(simulator: Simulator, call: Call, id: string): Reply {
  const { status, quality, reason } = parseBody(reviewRequest, call);
  const before = simulator.templates.byId(id);
  if (!before) throw new BadRequestError("template not found", 404);
  simulator.db.transaction(() => {
    if (status !== undefined) {
      simulator.templates.update(id, { status: STATE_AFTER[status] ?? status, review_at_ms: null });
      queueTemplateStatus(simulator, { ...before, status }, reason ?? defaultReason(status));
    }
    if (quality !== undefined && quality !== before.quality) {
      simulator.templates.update(id, { quality });
      queueTemplateQuality(simulator, { ...before, quality }, before.quality);
    }
  });
  simulator.changes.announce();
  return jsonReply(200, templateView(simulator.templates.byId(id) ?? before));
}

const defaultReason = (status: string) => (status === "REJECTED" ? "INVALID_FORMAT" : "NONE");

export function listTemplates({ numbers, templates }: Simulator): Reply {
  const accounts = new Set(numbers.all().map(({ business_account_id }) => business_account_id));
  const found = [...accounts].flatMap((account) => templates.list(account));
  return jsonReply(200, { templates: found.map(templateView) });
}

function templateView({ id, waba, name, language, category, status, quality, definition }: StoredTemplate) {
  const { components } = definition;
  return { id, business_account_id: waba, name, language, category, status, quality, components };
}
