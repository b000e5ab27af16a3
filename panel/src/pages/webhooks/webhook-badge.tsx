import { useFailing } from "../../api/use-failing.ts";
import { Status } from "../../components/status.tsx";
import type { Webhook } from "./webhook-draft.ts";

export function WebhookBadge({ webhook: { id, status, disabled_reason } }: { readonly webhook: Webhook }) {
  const failing = useFailing("webhook_failing");
  if (status === "enabled" && failing?.has(id)) return <Status tone="bad">Fails</Status>;
  if (status === "enabled") return <Status tone="ok">Enabled</Status>;
  return <Status tone={disabled_reason ? "bad" : "off"}>Disabled</Status>;
}
