import type { operations } from "../../api/schema.ts";
import { STATUS_TEXT, STATUSES } from "../../explain/statuses.ts";

type Query = NonNullable<operations["listPanelNotifications"]["parameters"]["query"]>;
export type Filters = Pick<Query, "status" | "channel" | "metadata">;

const CHANNELS: readonly NonNullable<Query["channel"]>[] = ["email", "chat"];

/** The filters in an address; misspelt ones are left out. */
export function filtersIn(search: URLSearchParams): Filters {
  const status = STATUSES.find((one) => one === search.get("status"));
  const channel = CHANNELS.find((one) => one === search.get("channel"));
  const metadata = search.get("metadata") ?? "";
  const isPair = metadata.indexOf("=") > 0;
  return { ...(status ? { status } : {}), ...(channel ? { channel } : {}), ...(isPair ? { metadata } : {}) };
}

export const STATUS_OPTIONS = [
  { value: "", label: "Any" },
  ...STATUSES.map((status) => ({ value: status, label: STATUS_TEXT[status].label })),
];

export const CHANNEL_OPTIONS = [
  { value: "", label: "Any" },
  { value: "email", label: "Email" },
  { value: "chat", label: "Chat" },
];
