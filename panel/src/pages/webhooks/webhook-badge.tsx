import type { Webhook } from "./webhook-draft.ts";

export function WebhookBadge({ webhook: { status, disabled_reason } }: { readonly webhook: Webhook }) {
  if (status === "enabled") return <span className="badge good">Enabled</span>;
  return <span className={disabled_reason ? "badge bad" : "badge"}>Disabled</span>;
}
