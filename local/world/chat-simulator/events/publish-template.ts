import type { Simulator } from "../simulator.ts";
import type { StoredTemplate } from "../template-store.ts";
import { providerEnvelope } from "./provider-envelope.ts";
import { queueEvent } from "./queue-event.ts";

/**
 * Queues `message_template_status_update`. `reason` is Meta's and is `NONE` unless the template was rejected (W2.6).
 */
export function queueTemplateStatus(simulator: Simulator, template: StoredTemplate, reason: string): void {
  queueTemplateEvent(simulator, template, {
    field: "message_template_status_update",
    value: { event: template.status, ...identityOf(template), reason, message_template_category: template.category },
  });
}

export function queueTemplateQuality(simulator: Simulator, template: StoredTemplate, previous: string): void {
  queueTemplateEvent(simulator, template, {
    field: "message_template_quality_update",
    value: { previous_quality_score: previous, new_quality_score: template.quality, ...identityOf(template) },
  });
}

const ID_PLACE = "the id, as a bare integer";

function identityOf({ name, language }: StoredTemplate) {
  return { message_template_id: ID_PLACE, message_template_name: name, message_template_language: language };
}

function queueTemplateEvent(
  simulator: Simulator,
  template: StoredTemplate,
  { field, value }: { field: string; value: Record<string, unknown> },
): void {
  const [number] = simulator.numbers.ofBusinessAccount(template.waba);
  if (!number) return;
  const nowMs = Date.now();
  const message = providerEnvelope(simulator.place, number, {
    field,
    valueJson: JSON.stringify(value).replace(JSON.stringify(ID_PLACE), template.id),
    timeSeconds: Math.floor(nowMs / 1000),
    isOfNumber: false,
  });
  queueEvent(simulator, { lane: `template ${template.id}`, message, dueAtMs: nowMs });
  simulator.publisher.wake();
}
