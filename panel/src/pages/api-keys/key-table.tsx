import { ActionIcon, Box, Menu } from "@mantine/core";
import { Suspense, useState } from "react";
import type { Schemas } from "../../api/schemas.ts";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Icon } from "../../components/icon.tsx";
import { part } from "../../components/part.tsx";
import { Status } from "../../components/status.tsx";
import { fullTime } from "../../explain/times.ts";
import { type ApiKey, dayText, isUsable, keyText, limitsText, mayInFull, mayText, statusOf } from "./key-facts.ts";
import { lastUsedText } from "./lifetimes.ts";

const loadRevoke = () => import("./revoke-key-dialog.tsx");
const loadRotate = () => import("./rotate-key-dialog.tsx");
const RevokeKeyDialog = part(async () => (await loadRevoke()).RevokeKeyDialog);
const RotateKeyDialog = part(async () => (await loadRotate()).RotateKeyDialog);
/** The dialogs are loaded when the menu opens, so that the next key press reaches the dialog and not the menu. */
const loadDialogs = () => void Promise.all([loadRevoke(), loadRotate()]);

const At = ({ at, text }: { readonly at: string | undefined; readonly text: string }) =>
  at === undefined ? (
    <span className="t3">{text}</span>
  ) : (
    <time className="t3 num" dateTime={at} title={fullTime(at)}>
      {text}
    </time>
  );

/** One list has the keys of both modes, so the keys of test mode say so. */
const NameCell = ({ apiKey: { name, mode } }: { readonly apiKey: ApiKey }) => (
  <Box pr={24}>
    {name}
    {mode === "test" && (
      <>
        {" "}
        <span className="test-mark">Test</span>
      </>
    )}
  </Box>
);

function StatusCell({ apiKey }: { readonly apiKey: ApiKey }) {
  const { text, tone } = statusOf(apiKey, Date.now());
  return <Status tone={tone}>{text}</Status>;
}

const COLUMNS: readonly Column<ApiKey>[] = [
  { header: "Name", isName: true, cell: (apiKey) => <NameCell apiKey={apiKey} /> },
  { header: "Key", cell: (apiKey) => <span className="mono t2 unbroken">{keyText(apiKey)}</span> },
  {
    header: "Permission",
    cell: ({ may }) => (
      <span className="t2" title={mayInFull(may)}>
        {mayText(may)}
      </span>
    ),
  },
  {
    header: "Limits",
    cell: (apiKey) => (
      <span className="t2" title={apiKey.limits?.recipients?.join(", ")}>
        {limitsText(apiKey) ?? "None"}
      </span>
    ),
  },
  {
    header: "Last used",
    cell: ({ last_used_at }) => <At at={last_used_at} text={lastUsedText(last_used_at, Date.now())} />,
  },
  {
    header: "Expires",
    cell: ({ expires_at }) => <At at={expires_at} text={expires_at === undefined ? "Never" : dayText(expires_at)} />,
  },
  { header: "Status", cell: (apiKey) => <StatusCell apiKey={apiKey} /> },
];

interface KeyTableProps {
  readonly keys: readonly ApiKey[];
  readonly onNewKey: (key: Schemas["NewApiKey"]) => void;
}

interface Asked {
  readonly what: "revoke" | "rotate";
  readonly apiKey: ApiKey;
}

/** Lists the usable API keys, and the other keys on request. */
export function KeyTable({ keys, onNewKey }: KeyTableProps) {
  const [asked, setAsked] = useState<Asked>();
  const [isAll, setIsAll] = useState(false);
  const close = () => setAsked(undefined);
  const usable = keys.filter((key) => isUsable(key, Date.now()));
  const rotated = (key: Schemas["NewApiKey"]) => {
    close();
    onNewKey(key);
  };
  return (
    <>
      <DataTable
        caption="API keys"
        columns={[...COLUMNS, actionsColumn(setAsked)]}
        rows={isAll ? keys : usable}
        keyOf={({ id }) => id}
        isWhole
      />
      <Hidden count={keys.length - usable.length} isShown={isAll} onToggle={() => setIsAll(!isAll)} />
      <Suspense>
        {asked?.what === "revoke" && <RevokeKeyDialog apiKey={asked.apiKey} onClose={close} />}
        {asked?.what === "rotate" && <RotateKeyDialog apiKey={asked.apiKey} onRotated={rotated} onClose={close} />}
      </Suspense>
    </>
  );
}

interface HiddenProps {
  readonly count: number;
  readonly isShown: boolean;
  readonly onToggle: () => void;
}

const Hidden = ({ count, isShown, onToggle }: HiddenProps) =>
  count > 0 && (
    <p className="t3 foot">
      {count === 1 ? "A key that ended is" : `${count} keys that ended are`} {isShown ? "shown" : "hidden"}.{" "}
      <button type="button" className="link" onClick={onToggle}>
        {isShown ? (count === 1 ? "Hide it" : "Hide them") : count === 1 ? "Show it" : "Show them"}
      </button>
    </p>
  );

const actionsColumn = (ask: (asked: Asked) => void): Column<ApiKey> => ({
  header: "Actions",
  isActions: true,
  cell: (apiKey) =>
    isUsable(apiKey, Date.now()) && (
      <Menu position="bottom-end" width={160} onOpen={loadDialogs}>
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${apiKey.name}`}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => ask({ what: "rotate", apiKey })}>Rotate…</Menu.Item>
          <Menu.Item c="var(--h-bad)" onClick={() => ask({ what: "revoke", apiKey })}>
            Revoke…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    ),
});
