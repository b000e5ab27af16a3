import { Link } from "wouter";
import { isAnythingOn } from "../alerts/alert-draft.ts";
import { useAlerts } from "../alerts/use-alerts.ts";

/** Offers alerts to an owner who has none. */
export function AlertOffer() {
  const { data: alerts } = useAlerts();
  if (alerts === undefined || isAnythingOn(alerts)) return null;
  return (
    <p className="t3 s">
      Nobody is told by mail when something fails.{" "}
      <Link className="link" to="/alerts">
        Turn alerts on
      </Link>
    </p>
  );
}
