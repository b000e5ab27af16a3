import { type Entry, KIND_TEXT } from "./activity-text.ts";

/** The filters in the query of the page's address. `of` shows changes to chat accounts, for administrators only. */
export interface Filters {
  readonly kind?: Entry["kind"];
  readonly actor?: string;
  readonly period?: Period;
  readonly of?: "administration";
}

export const PERIODS = [
  { value: "1", label: "Last 24 hours" },
  { value: "7", label: "Last 7 days" },
  { value: "30", label: "Last 30 days" },
] as const;
type Period = (typeof PERIODS)[number]["value"];

const DAY_MS = 86_400_000;

const KINDS = Object.keys(KIND_TEXT).filter((kind): kind is Entry["kind"] => kind in KIND_TEXT);

export const KIND_CHOICES = KINDS.map((kind) => ({ value: kind, label: KIND_TEXT[kind] }));

/** Reads the filters from an address and ignores misspelt ones. */
export function filtersIn(search: URLSearchParams): Filters {
  const kind = KINDS.find((one) => one === search.get("kind"));
  const period = PERIODS.find(({ value }) => value === search.get("period"))?.value;
  const actor = search.get("actor");
  return {
    ...(kind && { kind }),
    ...(actor && { actor }),
    ...(period && { period }),
    ...(search.get("of") === "administration" && { of: "administration" }),
  };
}

/** Returns the start of a period that ends now, as RFC 3339; `now` is in epoch milliseconds. */
export const sinceOf = (period: Period, now: number): string => new Date(now - Number(period) * DAY_MS).toISOString();
