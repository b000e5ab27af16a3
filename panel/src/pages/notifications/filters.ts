import type { operations } from "../../api/schema.ts";
import { STATUSES, type Status } from "../../explain/statuses.ts";

type Query = NonNullable<operations["listPanelNotifications"]["parameters"]["query"]>;
type Reason = NonNullable<Query["reason"]>;
type Channel = NonNullable<Query["channel"]>;

const HOUR_MS = 3_600_000;
const MAX_TEXT = 200;
const CODE = /^[a-z_]{1,60}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const CHANNELS = [
  { value: "email", label: "Email" },
  { value: "chat", label: "Chat" },
] as const satisfies readonly { readonly value: Channel; readonly label: string }[];

export const PERIODS = [
  { value: "1h", label: "Last hour", ms: HOUR_MS },
  { value: "24h", label: "Last 24 hours", ms: 24 * HOUR_MS },
  { value: "7d", label: "Last 7 days", ms: 7 * 24 * HOUR_MS },
  { value: "30d", label: "Last 30 days", ms: 30 * 24 * HOUR_MS },
] as const;
type Period = (typeof PERIODS)[number]["value"];

/** The filters of the list, with the names that they have in the query of the page's address. */
export interface Filters {
  readonly q?: string;
  readonly status?: readonly Status[];
  /** The code of an explanation. */
  readonly reason?: Reason;
  readonly channel?: Channel;
  readonly account_id?: string;
  readonly template_id?: string;
  /** The period counts back from now; `since` and `until` are times in RFC 3339. */
  readonly period?: Period;
  readonly since?: string;
  readonly until?: string;
  /** One name and value of the metadata, written `name=value`. */
  readonly metadata?: string;
}

/** Reads the filters from an address and ignores misspelt ones. */
export function filtersIn(search: URLSearchParams): Filters {
  const given = (name: string) => search.get(name) ?? "";
  const status = STATUSES.filter((one) => given("status").split(",").includes(one));
  const reason = given("reason");
  const channel = CHANNELS.find(({ value }) => value === given("channel"))?.value;
  const period = PERIODS.find(({ value }) => value === given("period"))?.value;
  return {
    ...textIn("q", given("q").trim().slice(0, MAX_TEXT)),
    ...(status.length > 0 && { status }),
    ...(isReason(reason) && { reason }),
    ...(channel && { channel }),
    ...textIn("account_id", given("account_id"), (id) => UUID.test(id)),
    ...textIn("template_id", given("template_id"), (id) => UUID.test(id)),
    ...(period && { period }),
    ...textIn("since", given("since"), isTime),
    ...textIn("until", given("until"), isTime),
    ...textIn("metadata", given("metadata"), (pair) => pair.indexOf("=") > 0),
  };
}

/** Checks the form only, because the service knows which codes exist. */
const isReason = (text: string): text is Reason => CODE.test(text);

const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text));

const textIn = <Name extends keyof Filters>(name: Name, text: string, isRight = (given: string) => given !== "") =>
  isRight(text) ? { [name]: text } : {};

/** Writes the filters as the query of an address. */
export const searchOf = ({ status, ...same }: Filters): Record<string, string> => ({
  ...same,
  ...(status?.length && { status: status.join(",") }),
});

/** Writes the filters as a query to the service; `now` is in epoch milliseconds. */
export function queryOf({ period, status, ...same }: Filters, now: number): Query {
  const ms = PERIODS.find(({ value }) => value === period)?.ms;
  return {
    ...same,
    ...(status && { status: status.join(",") }),
    ...(ms !== undefined && { since: new Date(now - ms).toISOString() }),
  };
}

export const isFiltered = (filters: Filters): boolean => Object.keys(filters).length > 0;
