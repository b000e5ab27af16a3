import type { Fields, LocalStack } from "./local-stack.ts";
import { until } from "./local-stack.ts";

/** An event as the feed shows it. */
export interface ShownEvent {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Fields;
}

interface EventPage {
  readonly events: ShownEvent[];
  readonly next_cursor: string;
}

/** Reads the feed of one owner page by page and remembers the events. */
export function eventReader(stack: LocalStack, key: string, query: Readonly<Record<string, string>> = {}) {
  const seen: ShownEvent[] = [];
  let cursor: string | undefined;
  const page = async (): Promise<EventPage> => {
    const asked = new URLSearchParams({ ...query, ...(cursor && { cursor }) });
    const { status, text, body } = await stack.call("GET", `/api/v1/events?${asked}`, { token: key });
    if (status !== 200) throw new Error(`no events: ${status} ${text}`);
    return body as unknown as EventPage;
  };
  const readOn = async (): Promise<readonly ShownEvent[]> => {
    for (let pages = 0; pages < 1000; pages += 1) {
      const { events, next_cursor } = await page();
      seen.push(...events);
      cursor = next_cursor;
      if (events.length === 0) return seen;
    }
    throw new Error("the feed has no end");
  };
  return {
    seen,
    readOn,
    /** Returns the types of all events so far, in order, once there are at least `count` events. */
    async types(count: number): Promise<string[]> {
      const all = await until(readOn, ({ length }) => length >= count);
      return all.map(({ type }) => type);
    },
    /** Returns the types of all events so far, in order, once they include the wanted types. */
    async typesWith(...wanted: readonly string[]): Promise<string[]> {
      const all = await until(readOn, (events) => wanted.every((type) => events.some((one) => one.type === type)));
      return all.map(({ type }) => type);
    },
  };
}
