import { useState } from "react";
import { Page } from "../../../components/page.tsx";
import { Problem } from "../../../components/problem.tsx";
import { STARTERS } from "./all-starters.ts";
import type { Starter } from "./starter.ts";
import { StarterCard } from "./starter-card.tsx";
import { StarterDialog } from "./starter-dialog.tsx";
import { useStarter } from "./use-starter.ts";

const BACK = { to: "/email-templates", label: "Email templates" } as const;

/** Serves `/email-templates/start`: mails to begin with, each with a preview. */
export function StartersPage() {
  const [shown, setShown] = useState<Starter>();
  const use = useStarter();
  const isBusyWith = ({ alias }: Starter) => use.isPending && use.variables?.alias === alias;
  return (
    <Page
      title="Start from an example"
      back={BACK}
      intro="Each is an ordinary template, with sample values, that you change as you like. Put your own name and address in place of “Your company”."
    >
      {use.isError && <Problem error={use.error} />}
      <ul className="starters">
        {STARTERS.map((starter) => (
          <StarterCard
            key={starter.alias}
            starter={starter}
            isBusy={isBusyWith(starter)}
            isDisabled={use.isPending}
            onLook={() => setShown(starter)}
            onUse={() => use.mutate(starter)}
          />
        ))}
      </ul>
      {shown && (
        <StarterDialog
          starter={shown}
          isBusy={isBusyWith(shown)}
          onUse={() => {
            setShown(undefined);
            use.mutate(shown);
          }}
          onClose={() => setShown(undefined)}
        />
      )}
    </Page>
  );
}
