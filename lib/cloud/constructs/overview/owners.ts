import type { HeraldFunction } from "../herald-function.ts";
import type { OverviewProps } from "./overview-props.ts";
import { asked, explained, type Row } from "./widgets.ts";

const TEXT = `# Is it one owner?
Read out of the log for the time of this page, so that an owner costs no metric. One owner, one account or one code at the top, far above the rest, is theirs: a wrong password, a list of dead addresses, a loop.
A credential that is refused for its rate has no owner yet: the line with the same credential and an owner, from when it was not refused, says whose it is.`;

const ATTEMPTS = 'filter message = "notification.attempted"';
const FAILED = `${ATTEMPTS} and answer in ["refused", "deferred", "unreachable"]`;
const REQUESTS = 'filter message = "http.request"';
const topBy = (filter: string, count: string, fields: string, counted = "count(*)"): string[] => [
  filter,
  `stats ${counted} as ${count} by ${fields}`,
  `sort ${count} desc`,
  "limit 10",
];
/** Where only a share of the routine lines is written, each of them says for how many it counts. */
const EACH = "sum(coalesce(countsFor, 1))";

const isAsked = ({ definition: { trigger } }: HeraldFunction): boolean =>
  trigger.kind === "routes" || trigger.kind === "function-url";
const isSender = ({ definition: { trigger } }: HeraldFunction): boolean =>
  trigger.kind === "queue" && trigger.queue === "delivery";

/** Shows the owners that stand out by failed attempts, by refused requests or by volume. */
export function questionsOfOwners({ functions, servers }: OverviewProps): Row[] {
  const attempts = functions.filter(isSender).map(({ log }) => log);
  const requests = [...functions.filter(isAsked), ...servers].map(({ log }) => log);
  return [
    explained(TEXT),
    [
      asked("Whose attempts fail?", attempts, topBy(FAILED, "failures", "owner, channel")),
      asked(
        "Which accounts fail, and by which code?",
        attempts,
        topBy(FAILED, "failures", "accountId, answer, stage, code"),
      ),
    ],
    [
      asked(
        "Whose requests are too many? 429",
        requests,
        topBy(`${REQUESTS} and status = 429`, "refusals", "credential"),
      ),
      asked(
        "Whose credentials are in use? For the table beside",
        requests,
        topBy(`${REQUESTS} and ispresent(owner)`, "requests", "credential, owner", EACH),
      ),
    ],
    [
      asked(
        "Whose requests fail?",
        requests,
        topBy(`${REQUESTS} and status >= 400`, "failures", "owner, operation, status"),
      ),
      asked("Who sends most? Attempts", attempts, topBy(ATTEMPTS, "attempts", "owner, channel", EACH)),
    ],
  ];
}
