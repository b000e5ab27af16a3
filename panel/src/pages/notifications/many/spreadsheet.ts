import type { Spreadsheet } from "../../../csv/write-csv.ts";
import type { Listed } from "../outcome.ts";

/** The columns by the names of the interface; times are RFC 3339 in UTC. */
export const NOTIFICATIONS: Spreadsheet<Listed> = {
  name: "notifications",
  columns: {
    id: ({ id }) => id,
    created_at: (row) => row.created_at,
    updated_at: (row) => row.updated_at,
    channel: ({ channel }) => channel,
    status: ({ status }) => status,
    recipient: ({ recipient }) => recipient,
    recipients: (row) => row.recipients_count,
    delivered: ({ outcome }) => outcome.delivered,
    report: ({ outcome }) => outcome.report,
    title: ({ title }) => title,
    template: ({ template }) => template?.name,
    account: ({ account }) => account?.name,
    account_id: (row) => row.account_id,
    attempts: ({ attempts }) => attempts,
    max_attempts: (row) => row.max_attempts,
    last_error: (row) => row.last_error,
    send_at: (row) => row.send_at,
    next_attempt_at: (row) => row.next_attempt_at,
    resent_from: (row) => row.resent_from,
    resends: ({ resends }) => resends,
    metadata: ({ metadata }) => metadata && JSON.stringify(metadata),
  },
};
