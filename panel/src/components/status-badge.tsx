import { STATUS_WORDS, type Status } from "../explain/statuses.ts";

export const StatusBadge = ({ status }: { readonly status: Status }) => (
  <span className={`badge ${STATUS_WORDS[status].mood}`}>{STATUS_WORDS[status].label}</span>
);
