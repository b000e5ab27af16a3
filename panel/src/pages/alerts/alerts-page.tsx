import { Link } from "wouter";
import { Notice } from "../../components/notice.tsx";
import { Page } from "../../components/page.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { shownText } from "../../components/shown-text.ts";
import { Time } from "../../components/time.tsx";
import { type Alerts, isAnythingOn } from "./alert-draft.ts";
import { AlertForm } from "./alert-form.tsx";
import { useAlerts } from "./use-alerts.ts";

export function AlertsPage() {
  const query = useAlerts();
  return (
    <Page title="Alerts" intro="Be told by mail before you ask. An alert about one record comes at most once an hour.">
      <QueryView query={query} what="the alerts">
        {(alerts) => (
          <div className="stack">
            {isAnythingOn(alerts) && <Sender alerts={alerts} />}
            <AlertForm alerts={alerts} />
          </div>
        )}
      </QueryView>
    </Page>
  );
}

/** Says through which account alerts leave, or why none can leave. */
function Sender({ alerts: { sending_account: account, unsent } }: { readonly alerts: Alerts }) {
  return (
    <>
      {account ? (
        <p className="t2 s">
          Alerts leave through{" "}
          <Link className="link" to={`/sending-accounts/${account.id}`}>
            {shownText(account.label)}
          </Link>
          , as{" "}
          <Link className="link" to="/notifications">
            ordinary notifications
          </Link>
          .
        </p>
      ) : (
        <Notice kind="warn" title="No alert can be sent at the moment">
          <p>
            No sending account works that may write to all of these addresses.{" "}
            <Link className="link" to="/sending-accounts">
              Sending accounts
            </Link>
          </p>
        </Notice>
      )}
      {unsent && (
        <Notice kind="warn" title="The last alert was not sent">
          <p>
            <Time at={unsent.at} />: {shownText(unsent.title)}
          </p>
        </Notice>
      )}
    </>
  );
}
