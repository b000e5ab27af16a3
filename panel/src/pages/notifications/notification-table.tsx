import { memo, type ReactNode } from "react";
import { Link } from "wouter";
import { Icon } from "../../components/icon.tsx";
import { Status } from "../../components/status.tsx";
import { useNow } from "../../session/use-now.ts";
import { Pick } from "./many/pick.tsx";
import type { Selection } from "./many/use-selection.ts";
import { Moment } from "./moment.tsx";
import { type Listed, outcomeOf, titleOf, wasSentAgain } from "./outcome.ts";
import type { Rows } from "./use-rows.ts";

interface ListProps {
  readonly found: readonly Listed[];
  readonly rows: Rows;
  readonly openId: string | undefined;
  readonly selection: Selection;
  /** The filters, which stay in the address when a notification is opened. */
  readonly search: string;
}

/** While a notification is open, the table leaves out the columns that the sheet shows. */
export function NotificationTable({ found, rows, openId, selection, search }: ListProps) {
  const isShort = openId !== undefined;
  const { chosen, toggle, choose, clear } = selection;
  const areAllChosen = found.every(({ id }) => chosen.has(id));
  return (
    <table className="tbl" aria-rowcount={found.length + 1}>
      <caption className="vh">Notifications</caption>
      <Columns isShort={isShort}>
        <Pick
          label="Choose all that are listed"
          isChosen={areAllChosen}
          isPartly={chosen.size > 0 && !areAllChosen}
          onToggle={() => (areAllChosen ? clear() : choose(found))}
        />
      </Columns>
      <tbody>
        <Room height={rows.before} />
        {found.slice(rows.from, rows.to).map((row, i) => (
          <Row
            key={row.id}
            row={row}
            index={rows.from + i}
            measure={rows.measure}
            search={search}
            isShort={isShort}
            isOpen={row.id === openId}
            isChosen={chosen.has(row.id)}
            onToggle={toggle}
          />
        ))}
        <Room height={rows.after} />
      </tbody>
    </table>
  );
}

interface ColumnsProps {
  readonly isShort: boolean;
  /** The head of the column in which rows are chosen. */
  readonly children?: ReactNode;
}

/** The table and its placeholder while loading share these columns. */
export const Columns = ({ isShort, children }: ColumnsProps) => (
  <>
    <colgroup>
      {!isShort && <col width={48} />}
      <col width={176} />
      <col width={isShort ? "32%" : 264} />
      <col />
      {!isShort && <col width={136} />}
      {!isShort && <col width={156} />}
      <col width={isShort ? 76 : 136} />
    </colgroup>
    <thead>
      <tr aria-rowindex={1}>
        {!isShort && <th scope="col">{children}</th>}
        <th scope="col">Status</th>
        <th scope="col">Recipient</th>
        <th scope="col">Subject or first words</th>
        {!isShort && <th scope="col">Template</th>}
        {!isShort && <th scope="col">Account</th>}
        <th scope="col" className="right">
          Time
        </th>
      </tr>
    </thead>
  </>
);

const Room = ({ height }: { readonly height: number }) =>
  height > 0 && (
    <tr className="room">
      <td style={{ height }} />
    </tr>
  );

interface RowProps {
  readonly row: Listed;
  readonly index: number;
  readonly measure: Rows["measure"];
  readonly search: string;
  readonly isShort: boolean;
  readonly isOpen: boolean;
  readonly isChosen: boolean;
  readonly onToggle: Selection["toggle"];
}

const Row = memo(({ row, index, measure, search, isShort, isOpen, isChosen, onToggle }: RowProps) => {
  const { label, tone } = outcomeOf(row, useNow());
  return (
    // The header has the index 1, so the first row has 2.
    <tr ref={measure} data-index={index} aria-rowindex={index + 2} aria-selected={isOpen}>
      {!isShort && (
        <td className="pick-cell">
          <Pick label={pickText(row)} isChosen={isChosen} onToggle={() => onToggle(row)} />
        </td>
      )}
      <td>
        <Status tone={tone}>{label}</Status>
      </td>
      <td>
        <Recipient row={row} />
      </td>
      <td>
        <Link to={`/notifications/${row.id}${search}`} data-row={row.id} aria-current={isOpen || undefined}>
          <bdi>{titleOf(row)}</bdi>
        </Link>
        {wasSentAgain(row) && <span className="s t3"> · sent again</span>}
      </td>
      {!isShort && <td className="t3">{row.template?.name ?? "–"}</td>}
      {!isShort && <td className="t3">{row.account?.name ?? "–"}</td>}
      <td className="right t3">
        <Moment at={row.created_at} isExact={!isShort} />
      </td>
    </tr>
  );
});

const pickText = (row: Listed): string => `Choose ${titleOf(row)}, ${row.recipient ?? row.id}`;

const Recipient = ({ row: { channel, recipient, recipients_count: count } }: { readonly row: Listed }) => (
  <span className="row">
    <Icon name={channel === "email" ? "mail" : "chat"} className="t3" />
    <span className="vh">{channel === "email" ? "Email to" : "Chat with"}</span>
    {recipient ? <bdi className="cut b">{recipient}</bdi> : <span className="cut t3">no longer stored</span>}
    {count > 1 && <span className="s t3">+{count - 1}</span>}
  </span>
);

/** A telephone shows cards of two lines instead of the table. */
export const NotificationCards = ({ found, rows, openId, selection: { chosen, toggle }, search }: ListProps) => (
  <ul aria-label="Notifications" style={{ paddingTop: rows.before, paddingBottom: rows.after }}>
    {found.slice(rows.from, rows.to).map((row, i) => (
      <li key={row.id} ref={rows.measure} data-index={rows.from + i} className="pick-card">
        <Pick label={pickText(row)} isChosen={chosen.has(row.id)} onToggle={() => toggle(row)} />
        <Card row={row} to={`/notifications/${row.id}${search}`} isOpen={row.id === openId} />
      </li>
    ))}
  </ul>
);

function Card({ row, to, isOpen }: { readonly row: Listed; readonly to: string; readonly isOpen: boolean }) {
  const { label, tone } = outcomeOf(row, useNow());
  const color = tone === "bad" ? "bad" : tone === "wait" || tone === "part" ? "warn" : "t3";
  return (
    <Link to={to} className="nrow" data-row={row.id} aria-current={isOpen || undefined}>
      <Status tone={tone}>
        <span className="vh">{label}</span>
      </Status>
      <span className="col">
        <span className="cut">
          <bdi className="b">{row.recipient ?? "No longer stored"}</bdi>
          {row.recipients_count > 1 && <span className="t3"> +{row.recipients_count - 1}</span>}
        </span>
        <span className="t3 cut">
          <bdi>{titleOf(row)}</bdi>
          {wasSentAgain(row) && " · sent again"}
        </span>
      </span>
      <span className="col right s">
        <span className="t3">
          <Moment at={row.created_at} />
        </span>
        {tone !== "ok" && (
          <span className={color} aria-hidden="true">
            {label}
          </span>
        )}
      </span>
    </Link>
  );
}
