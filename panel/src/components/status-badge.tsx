import { statusWords } from "../explain/statuses.ts";

export function StatusBadge({ of }: { readonly of: Parameters<typeof statusWords>[0] }) {
  const { label, mood } = statusWords(of);
  return <span className={`badge ${mood}`}>{label}</span>;
}
