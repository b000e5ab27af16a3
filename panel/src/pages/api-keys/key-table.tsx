import { useState } from "react";
import type { Schemas } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Status } from "../../components/status.tsx";
import { Time } from "../../components/time.tsx";
import type { Mood } from "../../explain/mood.ts";
import { type KeyState, keyStateOf, lastUsedText } from "./lifetimes.ts";
import { RevokeKeyDialog } from "./revoke-key-dialog.tsx";
import { RotateKeyDialog } from "./rotate-key-dialog.tsx";

type ApiKey = Schemas["ApiKey"];

const STATE_TEXT: Readonly<Record<KeyState, readonly [label: string, mood: Mood]>> = {
  active: ["Active", "ok"],
  expiring: ["Active", "ok"],
  expired: ["Expired", "off"],
  revoked: ["Revoked", "off"],
};

const KeyStateBadge = ({ apiKey }: { readonly apiKey: ApiKey }) => {
  const state = keyStateOf(apiKey, Date.now());
  const [label, mood] = STATE_TEXT[state];
  return (
    <span>
      <Status mood={mood}>{label}</Status>
      {state === "expiring" && apiKey.expires_at && (
        <span className="s t3">
          {" "}
          ends <Time at={apiKey.expires_at} />
        </span>
      )}
    </span>
  );
};

const COLUMNS: readonly Column<ApiKey>[] = [
  { header: "Name", isName: true, cell: ({ name }) => name },
  { header: "Begins with", cell: ({ prefix }) => <code>{prefix}…</code> },
  { header: "State", cell: (apiKey) => <KeyStateBadge apiKey={apiKey} /> },
  { header: "Last used", cell: ({ last_used_at }) => lastUsedText(last_used_at, Date.now()) },
  { header: "Created", cell: ({ created_at }) => <Time at={created_at} /> },
];

interface KeyTableProps {
  readonly keys: readonly ApiKey[];
  readonly onNewKey: (key: Schemas["NewApiKey"]) => void;
}

interface Asked {
  readonly what: "revoke" | "rotate";
  readonly apiKey: ApiKey;
}

export function KeyTable({ keys, onNewKey }: KeyTableProps) {
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const rotated = (key: Schemas["NewApiKey"]) => {
    close();
    onNewKey(key);
  };
  const columns = [...COLUMNS, actionsColumn(setAsked)];
  return (
    <>
      <DataTable caption="API keys" columns={columns} rows={keys} keyOf={({ id }) => id} />
      {asked?.what === "revoke" && <RevokeKeyDialog apiKey={asked.apiKey} onClose={close} />}
      {asked?.what === "rotate" && <RotateKeyDialog apiKey={asked.apiKey} onRotated={rotated} onClose={close} />}
    </>
  );
}

const actionsColumn = (ask: (asked: Asked) => void): Column<ApiKey> => ({
  header: "Actions",
  isActions: true,
  cell: (apiKey) => {
    const state = keyStateOf(apiKey, Date.now());
    if (state === "revoked" || state === "expired") return null;
    return (
      <>
        <Button aria-label={`Rotate ${apiKey.name}`} onClick={() => ask({ what: "rotate", apiKey })}>
          Rotate
        </Button>
        <Button aria-label={`Revoke ${apiKey.name}`} onClick={() => ask({ what: "revoke", apiKey })}>
          Revoke
        </Button>
      </>
    );
  },
});
