import { aheadMs } from "../../kernel/owners-time.ts";
import type { Case, Change, Condition } from "../domain/lifecycle-change.ts";
import type { Attribute } from "../domain/lifecycle-guards.ts";
import { DUE_LISTS } from "../domain/sweep.ts";
import { unsentAfter } from "../domain/unsent.ts";
import type { NotificationKey } from "../ports.ts";
import { duePartition, unsentOf, waitingOf } from "./notification-key.ts";

/** A list of the sweep is a partition of the index `due`; the account that is awaited is a partition of the index `waiting`. */
const STORED: Readonly<Partial<Record<Attribute, string>>> = { dueList: "dueShard", waitsFor: "waiting" };
export const storedName = (attribute: Attribute): string => STORED[attribute] ?? attribute;

/**
 * Returns the attributes that an event sets, with the names and values that the notification's item has for them. A plan of the sweep's
 * next look keeps by how much its time was ahead of real time.
 */
export function storedAs(
  { dueList, waitsFor, ...set }: Change["set"],
  key: NotificationKey,
): Readonly<Record<string, unknown>> {
  const list = DUE_LISTS.find((one) => one === dueList);
  const dueAhead = aheadMs();
  return {
    ...set,
    ...(list && { dueShard: duePartition(key, list) }),
    ...(list && dueAhead > 0 && { dueAhead }),
    ...(typeof waitsFor === "string" && { waiting: waitingOf(waitsFor, key.id) }),
  };
}

/** Writes a change of the lifecycle as the expressions of one conditional update. */
export function updateOf(change: Change, key: NotificationKey) {
  const { cases, remove, attempts, entry } = change;
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const named = (name: string): string => {
    names[`#${name}`] = name;
    return `#${name}`;
  };
  const valued = (value: unknown): string => {
    const key = `:v${Object.keys(values).length}`;
    values[key] = value;
    return key;
  };
  const set = Object.entries(storedAs(change.set, key)).map(([name, value]) => `${named(name)} = ${valued(value)}`);
  if (entry)
    set.push(
      `${named("history")} = list_append(if_not_exists(${named("history")}, ${valued([])}), ${valued([entry])})`,
    );
  const unsent = unsentAfter(change);
  if (unsent !== undefined && unsent !== "none") set.push(`${named("unsent")} = ${valued(unsentOf(unsent, key.id))}`);
  const removed = [...remove.map(storedName), ...(unsent === "none" ? ["unsent"] : [])];
  const clauses = [
    ...(set.length > 0 ? [`SET ${set.join(", ")}`] : []),
    ...(removed.length > 0 ? [`REMOVE ${removed.map(named).join(", ")}`] : []),
    ...(attempts === 0 ? [] : [`ADD ${named("attempts")} ${valued(attempts)}`]),
  ];
  return {
    UpdateExpression: clauses.join(" "),
    ConditionExpression: cases.map((one) => caseText(one, named, valued)).join(" OR "),
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  };
}

type Named = (name: string) => string;
type Valued = (value: unknown) => string;

const caseText = ({ statuses, all }: Case, named: Named, valued: Valued): string => {
  const status = `${named("status")} IN (${statuses.map(valued).join(", ")})`;
  return `(${[status, ...all.map((condition) => conditionText(condition, named, valued))].join(" AND ")})`;
};

function conditionText({ attribute, is, value, other }: Condition, named: Named, valued: Valued): string {
  const name = named(storedName(attribute));
  if (is === "absent") return `attribute_not_exists(${name})`;
  if (is === "present") return `attribute_exists(${name})`;
  if (is === "in") return `${name} IN (${listOf(value).map(valued).join(", ")})`;
  return `${name} ${is} ${other ? named(storedName(other)) : valued(value)}`;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
