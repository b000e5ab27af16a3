import { Link } from "wouter";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Loading } from "../../components/loading.tsx";
import { OlderOnes } from "../../components/older-ones.tsx";
import { QueryProblem } from "../../components/query-problem.tsx";
import { SearchBox } from "../../components/search-box.tsx";
import { shownText } from "../../components/shown-text.ts";
import { Time } from "../../components/time.tsx";
import { sizeText } from "../notifications/size-text.ts";
import { type Place, pathOf } from "./place.ts";
import { type Mail, useMails } from "./use-mails.ts";

interface MailListProps {
  readonly place: Place;
  readonly onPlace: (place: Place) => void;
}

const columnsOf = (place: Place): readonly Column<Mail>[] => [
  {
    header: "To",
    isName: true,
    cell: ({ id, rcpt_to: to }) => (
      <Link to={pathOf({ ...place, mail: id })} aria-current={id === place.mail || undefined}>
        <bdi>{to.map(shownText).join(", ")}</bdi>
      </Link>
    ),
  },
  { header: "Subject", cell: ({ subject }) => <bdi>{shownText(subject) || "Without a subject"}</bdi> },
  ...(place.mail === undefined
    ? [
        { header: "From", cell: ({ from }: Mail) => <bdi className="t2">{shownText(from)}</bdi> },
        { header: "Size", cell: ({ size }: Mail) => <span className="t3 num">{sizeText(size)}</span> },
      ]
    : []),
  { header: "Received", cell: ({ received_at: at }) => <Time at={at} /> },
];

/** Lists what a mailbox would have got. */
export function MailList({ place, onPlace }: MailListProps) {
  const { to = "" } = place;
  const list = useMails(to);
  const mails = list.data?.pages.flatMap(({ messages }) => messages) ?? [];
  return (
    <>
      <search className="filters">
        <SearchBox
          ref={null}
          value={to}
          label="Mails to"
          placeholder="To: a whole address"
          onChange={(text) => onPlace({ show: "mails", to: text })}
        />
      </search>
      <div className="body">
        <QueryProblem query={list} title="Could not load the mails" />
        {list.isPending && (
          <div className="pad">
            <Loading what="the mails" />
          </div>
        )}
        {mails.length > 0 && (
          <DataTable caption="Mails" columns={columnsOf(place)} rows={mails} keyOf={({ id }) => id} isWhole />
        )}
        {list.isSuccess && mails.length === 0 && (
          <EmptyState icon="mail" title={to === "" ? "No mail yet" : `No mail to ${shownText(to)}`}>
            Mails of test mode come here instead of to their recipients, and are kept for seven days. Send one with a
            key of test mode, or with New message.
          </EmptyState>
        )}
        <OlderOnes list={list} isEmpty={mails.length === 0} />
      </div>
    </>
  );
}
