import type { HeraldEvent } from "../events/contract/events.ts";
import { urlOrigin } from "../kernel/url-parts.ts";
import type { AlertSubject } from "./domain/alert.ts";

/** Returns the alert that an event may cause; undefined for nearly every event. */
export function alertOfEvent(event: HeraldEvent): AlertSubject | undefined {
  if (event.type === "sending_account.failing")
    return { kind: "sending_account_failing", id: event.data.id, name: event.data.label };
  if (event.type === "webhook.disabled") return webhookAlert(event.data);
  return event.type === "chat_template.updated" ? templateAlert(event.data) : undefined;
}

type DataOf<Type extends HeraldEvent["type"]> = Extract<HeraldEvent, { type: Type }>["data"];

/** A webhook that its owner disabled has no `disabled_reason`, and needs no alert. */
function webhookAlert({
  id,
  url,
  description,
  disabled_reason: cause,
}: DataOf<"webhook.disabled">): AlertSubject | undefined {
  if (cause === undefined) return undefined;
  // The path and the query of a URL may hold a secret.
  return { kind: "webhook_disabled", id, name: description.trim() || urlOrigin(url), cause };
}

const REJECTED = "REJECTED";

function templateAlert(template: DataOf<"chat_template.updated">): AlertSubject | undefined {
  const { id, name, language, remote_status: status, rejected_reason: cause } = template;
  if (status !== REJECTED) return undefined;
  return { kind: "chat_template_rejected", id, name: `${name} (${language})`, cause };
}
