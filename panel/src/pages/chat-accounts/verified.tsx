import { Status } from "../../components/status.tsx";
import { Time } from "../../components/time.tsx";
import type { ChatAccount } from "./account-draft.ts";

/** Shows the result and the time of the last verification. */
export function Verified({ verification }: { readonly verification: ChatAccount["verification"] | undefined }) {
  if (verification === undefined) return <Status tone="note">Never</Status>;
  const { at, ok, quality } = verification;
  const isLow = quality === "RED";
  return (
    <span className="row wrap">
      <Status tone={ok && !isLow ? "ok" : "bad"}>{ok ? (isLow ? "Low quality" : "Agrees") : "Differs"}</Status>
      <span className="s t3">
        <Time at={at} />
      </span>
    </span>
  );
}
