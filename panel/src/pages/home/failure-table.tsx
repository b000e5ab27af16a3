import { Link } from "wouter";
import { Box } from "../../components/box.tsx";
import { ToneIcon } from "../../components/status.tsx";
import { countText, type Statistics } from "./figures-text.ts";

type Reason = Statistics["failures"][number];

const nameOf = (share: Reason["template"]): string => share?.name ?? (share ? "deleted" : "–");

interface FailureTableProps {
  readonly statistics: Statistics;
  /** False for the figures of all owners, which must not name the records of one owner. */
  readonly isNamed: boolean;
}

/** Shows why notifications failed, with the template and the account that most failures come from. */
export function FailureTable({ statistics: { failures, from, totals }, isNamed }: FailureTableProps) {
  const most = Math.max(1, ...failures.map(({ count }) => count));
  const list = `/notifications?status=failed&since=${encodeURIComponent(from)}`;
  const all = totals.failed > 0 && (
    <Link className="link s" to={list}>
      All {countText(totals.failed)}
    </Link>
  );
  return (
    <Box title="Failures by reason" aside={isNamed && all}>
      {failures.length === 0 ? (
        <p className="item t2">
          <ToneIcon tone="ok" /> Nothing failed in this period.
        </p>
      ) : (
        <table className="tbl in data reasons" aria-label="Failures by reason">
          <thead>
            <tr>
              <th scope="col">Reason</th>
              <th scope="col">Count</th>
              {isNamed && <th scope="col">Most by template</th>}
              {isNamed && <th scope="col">Most by account</th>}
            </tr>
          </thead>
          <tbody>
            {failures.map((reason) => (
              <tr key={reason.code}>
                <th scope="row">
                  {isNamed ? <Link to={`${list}&reason=${reason.code}`}>{reason.summary}</Link> : reason.summary}
                </th>
                <td data-label="Count">
                  <span className="row">
                    <span className="num b">{countText(reason.count)}</span>
                    <meter className="share" aria-hidden="true" max={most} value={reason.count} />
                  </span>
                </td>
                {isNamed && <td data-label="Most by template">{nameOf(reason.template)}</td>}
                {isNamed && <td data-label="Most by account">{nameOf(reason.account)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Box>
  );
}
