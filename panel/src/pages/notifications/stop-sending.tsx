import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { answerOf, madeOf, type Schemas } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Problem } from "../../components/problem.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { pathOf, REASON_TEXT } from "../suppressions/suppression.ts";

type Code = Schemas["Explanation"]["code"];

/** With these causes, the next mail to the address is refused as well. */
const FOR_GOOD: ReadonlySet<Code> = new Set<Code>([
  "recipient_refused",
  "mailbox_not_found",
  "mailbox_disabled",
  "address_invalid",
  "domain_takes_no_mail",
]);

interface StopSendingProps {
  readonly recipient: string;
  readonly code: Code | undefined;
  /** Says whether to ask first if the recipient is suppressed already. */
  readonly isAsked: boolean;
}

/** Offers to suppress a recipient that takes no mail, or links to the suppression that kept the mail from it. */
export function StopSending({ recipient, code, isAsked }: StopSendingProps) {
  if (code === "recipient_suppressed")
    return (
      <p className="s">
        <SeeIt recipient={recipient} />
      </p>
    );
  return code !== undefined && FOR_GOOD.has(code) ? <Offer recipient={recipient} isAsked={isAsked} /> : null;
}

const SeeIt = ({ recipient }: Pick<StopSendingProps, "recipient">) => (
  <Link className="link" to={pathOf(recipient)}>
    Open the suppression
  </Link>
);

function Offer({ recipient, isAsked }: Pick<StopSendingProps, "recipient" | "isAsked">) {
  const standing = useStanding(recipient, isAsked);
  const stop = useAction({
    run: (to: string, { api }) => madeOf(api.POST("/api/v1/suppressions", { body: { recipient: to } })),
  });
  const known = stop.data?.record ?? standing.data;
  if (known)
    return (
      <p className="s t2" role="status">
        {stop.data?.isNew ? "Nothing is sent to it any more." : `It is suppressed already: ${wordOf(known)}.`}{" "}
        <SeeIt recipient={recipient} />
      </p>
    );
  if (standing.isLoading) return null;
  return (
    <>
      <p>
        <Button isSmall icon="suppression" isBusy={stop.isPending} onClick={() => stop.mutate(recipient)}>
          Stop sending to it
        </Button>
      </p>
      {stop.isError && <Problem title="Not suppressed" error={stop.error} />}
    </>
  );
}

const wordOf = ({ reason }: Schemas["Suppression"]): string => REASON_TEXT[reason].toLowerCase();

/** Finds a suppression that holds for every send, so one without a topic. */
function useStanding(recipient: string, enabled: boolean) {
  const { api } = usePanel();
  return useQuery({
    queryKey: ["suppressions", "of", recipient],
    enabled,
    queryFn: async () => {
      const { suppressions } = await answerOf(api.GET("/api/v1/suppressions", { params: { query: { recipient } } }));
      return suppressions.find(({ topic }) => topic === undefined) ?? null;
    },
  });
}
