import { LIFECYCLE, type Transition } from "../../shared/notifications/domain/lifecycle.ts";
import { GUARDS, type Guard } from "../../shared/notifications/domain/lifecycle-guards.ts";
import { isFinal, STATUSES, type Status } from "../../shared/notifications/domain/notification.ts";
import type { PrintedPage } from "./printed-page.ts";

const transitions: readonly (readonly [string, Transition])[] = Object.entries(LIFECYCLE);
const statusesIn = ({ from }: Transition): readonly Status[] => STATUSES.filter((status) => from[status] !== undefined);

/** Draws every change of status with the events that cause it. */
function diagram(): string {
  const ways = transitions.flatMap(([name, transition]) => {
    const begins = name === "accepted" ? ["[*]"] : statusesIn(transition);
    return transition.to === undefined ? [] : begins.map((from) => ({ name, way: `${from} --> ${transition.to}` }));
  });
  const events = Map.groupBy(ways, ({ way }) => way);
  const lines = [...events].map(([way, taken]) => `    ${way}: ${taken.map(({ name }) => name).join("<br/>")}`);
  const ends = STATUSES.filter(isFinal).map((status) => `    ${status} --> [*]`);
  return ["```mermaid", "stateDiagram-v2", ...lines, ...ends, "```"].join("\n");
}

/** Lists statuses with the same guards together, so that their condition is printed once. */
function conditions({ from }: Transition): string {
  const guarded = STATUSES.flatMap((status) => {
    const guards = from[status];
    return guards === undefined ? [] : [{ status, words: wordsOf(guards) }];
  });
  if (guarded.length === 0) return "it does not exist yet";
  const cases = [...Map.groupBy(guarded, ({ words }) => words)];
  return cases.map(([words, alike]) => `${statusesOf(alike.map(({ status }) => status))}${words}`).join("; or ");
}

const wordsOf = (guards: readonly Guard[]): string =>
  guards.length === 0 ? "" : `, when ${guards.map((guard) => GUARDS[guard].means).join(" and ")}`;
const statusesOf = (statuses: readonly Status[]): string =>
  statuses.length === STATUSES.length ? "any status" : statuses.map((status) => `\`${status}\``).join(", ");

/** Returns the page of a rule. Rules from D40 on are on the page beyond.md. */
const pageOf = (rule: string): string => (/^D[4-9]\d/.test(rule) ? "beyond" : "decisions");

const linked = (rules = ""): string =>
  rules.replaceAll(/[\w-]+/g, (rule) =>
    rule.startsWith("S-")
      ? `[${rule}](specification/interface.md#notification-status)`
      : `[${rule}](specification/${pageOf(rule)}.md#${rule.toLowerCase()})`,
  );

function table(): string {
  const rows = transitions.map(
    ([name, one]) =>
      `| \`${name}\` | ${one.means} | ${conditions(one)} | ${one.to === undefined ? "stays" : `\`${one.to}\``} | ${one.attempts ?? ""} | ${linked(one.rules)} |`,
  );
  return [
    "| Event | What happens | Allowed in | Leads to | Attempts | Rules |",
    "|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}

/** Prints the page with the diagram and the table of the lifecycle. */
export const LIFECYCLE_PAGE: PrintedPage = {
  path: "docs/lifecycle.md",
  from: "shared/notifications/domain/lifecycle.ts",
  name: "the lifecycle",
  print: () => `${diagram()}\n\n${table()}`,
};
