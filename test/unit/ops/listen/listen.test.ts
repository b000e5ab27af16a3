import { describe, expect, it } from "vitest";
import type { HeraldEvent } from "../../../../client/src/herald.ts";
import { eventLine } from "../../../../ops/listen/event-line.ts";
import { forward } from "../../../../ops/listen/forward.ts";
import { listen } from "../../../../ops/listen/listen.ts";
import type { Target } from "../../../../ops/listen/target.ts";
import { NoStackError } from "../../../../ops/local-stack/stack-on-this-machine.ts";

const ID = "evt_0190b2a0-0000-7000-8000-000000000001";
const anEvent = (more: Partial<HeraldEvent> = {}): HeraldEvent => ({
  id: ID,
  type: "something.happened",
  timestamp: "2026-11-23T04:00:00Z",
  data: {},
  ...more,
});
const page = (next_cursor: string, ...events: HeraldEvent[]) => Response.json({ events, next_cursor });
const refused = (status: number, error: string, headers = {}) => Response.json({ error }, { status, headers });

/** Plays the answers, and ends the listening after the last one. */
async function listened(answers: readonly (Response | Error)[], targets: readonly (Target | Error)[] = []) {
  const controller = new AbortController();
  const [heard, said, paused, asked]: [string[], string[], number[], string[]] = [[], [], [], []];
  let turn = 0;
  let looked = 0;
  const target = () => {
    const found = targets[Math.min(looked++, targets.length - 1)] ?? { baseUrl: "https://herald.test", apiKey: "k" };
    if (found instanceof Error) throw found;
    return found;
  };
  const ask: typeof fetch = async (input) => {
    const url = new URL(String(input));
    asked.push(`${url.origin} ${url.searchParams.get("cursor")}`);
    const answer = answers[turn++];
    if (turn >= answers.length) controller.abort();
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error("asked too often");
    return answer;
  };
  const tools = {
    hear: (event: HeraldEvent) => void heard.push(event.id),
    say: (line: string) => void said.push(line),
    pause: async (ms: number) => void paused.push(ms),
    ask,
  };
  const end = await listen({ target, types: undefined, signal: controller.signal }, tools).catch((error) => error);
  return { heard, said, paused, asked, end };
}

describe("listen()", () => {
  it("waits for a service that is away, longer each time, and goes on at the same place", async () => {
    const away = new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") });
    const back = page("c", anEvent({ id: "evt_2" }));
    const { heard, said, paused, asked, end } = await listened([
      page("a"),
      page("b", anEvent({ id: "evt_1" })),
      away,
      refused(503, "down"),
      refused(429, "too many requests", { "retry-after": "60" }),
      back,
      page("d"),
    ]);
    expect(end).toBeUndefined();
    expect(heard).toEqual(["evt_1", "evt_2"]);
    expect(asked.map((one) => one.split(" ")[1])).toEqual(["now", "a", "b", "b", "b", "b", "c"]);
    expect(said).toEqual([
      "listening to https://herald.test",
      "the service cannot be reached at https://herald.test: fetch failed: connect ECONNREFUSED; asking again until there is an answer",
      "listening to https://herald.test",
    ]);
    expect(paused.slice(0, 4)).toEqual([2000, 2000, 4000, 60_000]);
  });

  it("follows a stack to its new address, and begins again where that one has lost its data", async () => {
    const [old, next] = [
      { baseUrl: "http://127.0.0.1:1", apiKey: "k" },
      { baseUrl: "http://127.0.0.1:2", apiKey: "l" },
    ];
    const none = new NoStackError("there is no local stack");
    const answers = [
      page("a"),
      new TypeError("fetch failed"),
      refused(400, "cursor is not valid"),
      page("b"),
      page("c"),
    ];
    const { asked, said, end } = await listened(answers, [old, old, none, next]);
    expect(end).toBeUndefined();
    expect(asked.slice(0, 4)).toEqual([
      "http://127.0.0.1:1 now",
      "http://127.0.0.1:1 a",
      "http://127.0.0.1:2 a",
      "http://127.0.0.1:2 now",
    ]);
    expect(said.at(-1)).toBe("listening to http://127.0.0.1:2");
  });

  it.each([
    [401, "unauthorized"],
    [400, "types must be a list of: notification.sent"],
    [404, "not found"],
  ])("ends with a refusal (%d)", async (status, error) => {
    const { end, heard } = await listened([refused(status, error), page("a")]);
    expect([end.status, end.message, heard]).toEqual([status, error, []]);
  });
});

describe("eventLine()", () => {
  it.each<[object, string]>([
    [
      { recipient: "anna@example.org", status: "failed", reason: "mailbox_full" },
      "anna@example.org  failed  mailbox_full",
    ],
    [{ conversation: { customer_phone: "+351" }, message: { message_type: "text" } }, "+351  text"],
    [{ name: "order_ready", remote_status: "APPROVED" }, "order_ready  APPROVED"],
    [
      { url: "https://shop.test", status: "disabled", disabled_reason: "it answered 410" },
      "https://shop.test  disabled  it answered 410",
    ],
    [{ label: "\u001b]0;gotcha\u0007\u009b2J\u202e" }, "?]0;gotcha??2J?"],
  ])("says of %j: %s", (data, about) => {
    expect(eventLine(anEvent({ data: { ...data } }))).toBe(
      `2026-11-23T04:00:00Z  something.happened         ${ID}  ${about}`,
    );
  });

  it("has nothing more to say of data that it does not know", () => {
    expect(eventLine(anEvent({ data: { recipient: 7, count: 1 } }))).toBe(
      `2026-11-23T04:00:00Z  something.happened         ${ID}`,
    );
  });
});

describe("forward()", () => {
  it("ends with the signal, and not with a line about it, while a receiver keeps it waiting", async () => {
    const controller = new AbortController();
    const ask: typeof fetch = (_, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        controller.abort(new Error("interrupted"));
      });
    const receiver = { url: "http://127.0.0.1:1", secret: "whsec_AAAA" };
    await expect(forward(anEvent(), receiver, { ask, now: () => 0 }, controller.signal)).rejects.toThrow("interrupted");
  });
});
