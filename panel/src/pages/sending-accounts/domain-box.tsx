import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { answerOf, type Schemas } from "../../api/client.ts";
import { textsOf } from "../../api/form.ts";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { TextField } from "../../components/field.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { ToneIcon } from "../../components/status.tsx";
import type { Tone } from "../../explain/tone.ts";
import { usePanel } from "../../session/session-context.tsx";
import type { Account } from "./account-fields.ts";

type SenderDomain = Schemas["SenderDomain"];
type Check = SenderDomain["checks"][number];

const TONES = { ok: "ok", advice: "part", missing: "part", wrong: "bad", unknown: "note" } as const satisfies Readonly<
  Record<Check["state"], Tone>
>;
const NAMES = { spf: "SPF", dkim: "DKIM", dmarc: "DMARC", return_path: "Return path" } as const;
/** The records change rarely and a check needs several look-ups, so a result is kept for a while. */
const FRESH_MS = 300_000;

interface DomainBoxProps {
  readonly account: Account;
}

/** Says whether the DNS records of the domain allow this account to send, and which records to add. */
export function DomainBox({ account }: DomainBoxProps) {
  const { mode } = usePanel();
  return mode === "test" ? <TestDomain account={account} /> : <LiveDomain account={account} />;
}

const nameOf = ({ from_address }: Account): string => `${from_address.split("@").at(-1)} in DNS`;

const TestDomain = ({ account }: DomainBoxProps) => (
  <section className="box pad-box">
    <h2 className="b">{nameOf(account)}</h2>
    <p className="t2">Test mode asks no name servers. Check the domain with an account of live mode.</p>
  </section>
);

function LiveDomain({ account }: DomainBoxProps) {
  const { id } = account;
  const { api } = usePanel();
  const [selectors, setSelectors] = useState("");
  const query = useQuery({
    queryKey: ["sender-domain", id, selectors],
    queryFn: () =>
      answerOf(
        api.GET("/panel/api/sending-accounts/{id}/dns", {
          params: { path: { id }, query: selectors ? { selectors } : {} },
        }),
      ),
    staleTime: FRESH_MS,
  });
  return (
    <section className="box" aria-labelledby="domain-box">
      <div className="box-head">
        <h2 id="domain-box">{nameOf(account)}</h2>
        <span className="grow" />
        <Button isSmall look="quiet" isBusy={query.isFetching} onClick={() => void query.refetch()}>
          Look up again
        </Button>
      </div>
      <QueryView query={query} what="the domain's records">
        {({ checks }) => (
          <>
            <ul>
              {checks.map((check) => (
                <CheckItem key={`${check.name} ${check.host}`} check={check} />
              ))}
            </ul>
            {checks.some(({ name, state }) => name === "dkim" && state !== "ok") && (
              <SelectorForm onSelectors={setSelectors} />
            )}
          </>
        )}
      </QueryView>
    </section>
  );
}

const CheckItem = ({ check }: { readonly check: Check }) => {
  const { name, state, summary, what_to_do, host, to_add, found } = check;
  return (
    <li className="check line-top">
      <ToneIcon tone={TONES[state]} />
      <span className="b">{NAMES[name]}</span>
      <div className="stack tight">
        <p className="t2">
          {summary} {what_to_do}
        </p>
        {to_add && (
          <>
            <p className="s t3">
              TXT at <span className="mono">{host}</span>
            </p>
            <div className="secret">
              <code className="mono grow">{to_add}</code>
              <CopyButton text={to_add} label="Copy" name={`Copy the ${NAMES[name]} record`} isSmall />
            </div>
          </>
        )}
        {!to_add && found && <p className="s t3 mono wrap">{found}</p>}
      </div>
    </li>
  );
};

/** DNS cannot list the DKIM selectors of a domain, so the reader enters the selector that the mail provider shows. */
function SelectorForm({ onSelectors }: { readonly onSelectors: (selectors: string) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSelectors((textsOf(event.currentTarget).selectors ?? "").trim());
  };
  return (
    <form className="row line-top test-row" onSubmit={submit}>
      <div className="grow">
        <TextField
          name="selectors"
          label="DKIM selector"
          placeholder="pm, s1"
          isOptionalSaid={false}
          spellCheck={false}
        />
      </div>
      <Button type="submit">Look up</Button>
    </form>
  );
}
