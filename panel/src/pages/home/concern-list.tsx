import type { Schemas } from "../../api/schemas.ts";
import { Box } from "../../components/box.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { shownText } from "../../components/shown-text.ts";
import { ToneIcon } from "../../components/status.tsx";
import { fullTime } from "../../explain/times.ts";
import type { Tone } from "../../explain/tone.ts";
import { useNow } from "../../session/use-now.ts";
import { pathOf, suppressionsPathOf, whenText } from "./figures-text.ts";

type Concern = Schemas["Concern"];

const SHOWN: Readonly<Record<Concern["kind"], readonly [tone: Tone, verb: string]>> = {
  sending_account_failing: ["bad", "Open the account"],
  sending_account_complaints_exceeded: ["bad", "Open the account"],
  sending_account_bounces_exceeded: ["bad", "Open the account"],
  webhook_disabled: ["bad", "Open the webhook"],
  chat_account_failing: ["bad", "Open the account"],
  chat_template_stopped: ["bad", "Open the template"],
  customers_waiting: ["wait", "Answer"],
  approvals_waiting: ["wait", "Decide"],
  sending_account_complaints: ["part", "Open the account"],
  template_lacks_variables: ["part", "Open the template"],
  webhook_failing: ["part", "Open the webhook"],
  replaced_api_key_used: ["part", "Open the keys"],
  api_key_expiring: ["wait", "Rotate"],
};

/** Lists the most urgent problems, each with a link to its remedy. */
export const ConcernList = ({ concerns }: { readonly concerns: readonly Concern[] }) => (
  <Box title="Needs attention" aside={<span className="t3 s num">{concerns.length}</span>}>
    {concerns.length === 0 && (
      <p className="item t2">
        <ToneIcon tone="ok" /> Nothing does.
      </p>
    )}
    <ul>
      {concerns.map((concern) => (
        <Entry key={concern.kind + concern.record.id} concern={concern} />
      ))}
    </ul>
  </Box>
);

function Entry({ concern }: { readonly concern: Concern }) {
  const { kind, record, since } = concern;
  const now = useNow();
  const [title, text] = [shownText(concern.title), shownText(concern.text)];
  const [tone, verb] = SHOWN[kind];
  const suppressions = suppressionsPathOf(kind);
  return (
    <li className="item">
      <ToneIcon tone={tone} />
      <div className="grow col">
        <span className="b">{title}</span>
        <span className="t3 s">
          {text}{" "}
          {since && (
            <time dateTime={since} title={fullTime(since)}>
              {whenText(concern, now)}
            </time>
          )}
        </span>
      </div>
      {suppressions && (
        <ButtonLink to={suppressions} isSmall>
          See the recipients
          <span className="vh">: {title}</span>
        </ButtonLink>
      )}
      <ButtonLink to={pathOf(record)} isSmall>
        {verb}
        <span className="vh">: {title}</span>
      </ButtonLink>
    </li>
  );
}
