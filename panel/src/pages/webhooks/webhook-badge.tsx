import { Status } from "../../components/status.tsx";
import type { Webhook } from "./webhook-draft.ts";

export function WebhookBadge({ webhook: { status, disabled_reason } }: { readonly webhook: Webhook }) {
  if (status === "enabled") return <Status mood="ok">Enabled</Status>;
  return <Status mood={disabled_reason ? "bad" : "off"}>Disabled</Status>;
}
