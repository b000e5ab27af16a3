import type { Tags } from "./port.ts";

/** Returns the tags of several tables, each with the value that most of them have. A tie is no value. */
export function agreedTags(all: readonly Tags[]): Tags {
  const keys = new Set(all.flatMap((tags) => Object.keys(tags)));
  const agreed = [...keys].flatMap((key) => {
    const value = mostFrequent(all.flatMap((tags) => tags[key] ?? []));
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(agreed);
}

function mostFrequent(values: readonly string[]): string | undefined {
  const counts = [...new Set(values)].map((value) => ({ value, count: values.filter((one) => one === value).length }));
  const most = Math.max(0, ...counts.map(({ count }) => count));
  const [first, second] = counts.filter(({ count }) => count === most);
  return second === undefined ? first?.value : undefined;
}
