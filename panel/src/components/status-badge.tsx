import { statusText } from "../explain/statuses.ts";

export function StatusBadge({ of }: { readonly of: Parameters<typeof statusText>[0] }) {
  const { label, mood } = statusText(of);
  return <span className={`badge ${mood}`}>{label}</span>;
}
