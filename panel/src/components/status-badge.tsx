import { statusText } from "../explain/statuses.ts";
import { Status } from "./status.tsx";

export function StatusBadge({ of }: { readonly of: Parameters<typeof statusText>[0] }) {
  const { label, mood } = statusText(of);
  return <Status mood={mood}>{label}</Status>;
}
