import { Link } from "wouter";
import type { Schemas } from "../../api/client.ts";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";

type Listed = Schemas["ListedNotification"];

const COLUMNS: readonly Column<Listed>[] = [
  {
    header: "Accepted",
    isName: true,
    cell: ({ id, created_at }) => (
      <Link to={`/notifications/${id}`}>
        <Time at={created_at} />
      </Link>
    ),
  },
  { header: "Status", cell: (notification) => <StatusBadge of={notification} /> },
  { header: "Recipient", cell: ({ recipient }) => <span className="cut">{recipient ?? "no longer stored"}</span> },
  { header: "Channel", cell: ({ channel }) => (channel === "email" ? "Email" : "Chat") },
  { header: "Attempts", cell: ({ attempts, max_attempts }) => `${attempts} of ${max_attempts}` },
  { header: "Latest problem", cell: ({ last_error }) => <span className="cut">{last_error || "–"}</span> },
];

export const NotificationTable = ({ notifications }: { readonly notifications: readonly Listed[] }) => (
  <DataTable caption="Notifications" columns={COLUMNS} rows={notifications} keyOf={({ id }) => id} />
);
