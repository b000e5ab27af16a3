import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { answerOf } from "../../api/client.ts";
import { Icon } from "../../components/icon.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { type Overview, problemText, type TroubledAccount } from "./overview-figures.ts";
import { TemplateConcern, useTroubledTemplates } from "./template-concerns.tsx";

/** The accounts and templates that the owner should look at. Shows nothing when there are none. */
export function Attention({ overview: { troubled_accounts } }: { readonly overview: Overview }) {
  const { api } = usePanel();
  const accounts = useQuery({
    queryKey: ["sending-accounts"],
    queryFn: () => answerOf(api.GET("/api/v1/smtp-accounts")),
    enabled: troubled_accounts.length > 0,
  });
  const templates = useTroubledTemplates();
  if (troubled_accounts.length + templates.length === 0) return null;
  const labelOf = ({ account_id, channel }: TroubledAccount): string =>
    accounts.data?.find(({ id }) => id === account_id)?.label ??
    (channel === "email" ? "A sending account" : "A chat account");
  return (
    <section className="card" aria-labelledby="attention">
      <h2 id="attention">Needs attention</h2>
      <ul className="concerns">
        {troubled_accounts.map((account) => (
          <Concern key={account.account_id} account={account} label={labelOf(account)} />
        ))}
        {templates.map((template) => (
          <TemplateConcern key={template.id} template={template} />
        ))}
      </ul>
    </section>
  );
}

function Concern({ account, label }: { readonly account: TroubledAccount; readonly label: string }) {
  const { account_id, channel, is_failing, last_error, explanation, last_trouble_id } = account;
  return (
    <li className={is_failing ? "bad" : "busy"}>
      <Icon name="warning" />
      <div>
        <p>
          {channel === "email" ? <Link to={`/sending-accounts/${account_id}`}>{label}</Link> : <strong>{label}</strong>}
          : {problemText(account)}.
        </p>
        <p className="t2">
          {last_error ? `${explanation.summary} ` : ""}
          <Link to={`/notifications/${last_trouble_id}`}>Read what happened</Link>
        </p>
      </div>
    </li>
  );
}
