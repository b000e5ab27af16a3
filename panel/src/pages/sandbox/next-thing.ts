/** Something that happens by itself once the clock of test mode has come to its time. */
export interface NextThing {
  readonly at: string;
  /** What happens, in words that follow a time, such as `a retry of the mail to ana@example.com`. */
  readonly what: string;
  /** The page that shows it. */
  readonly path: string;
}

interface Waiting {
  readonly id: string;
  readonly channel: "email" | "chat";
  readonly recipient?: string;
  readonly attempts: number;
  readonly next_attempt_at?: string;
  readonly send_at?: string;
}

interface Asked {
  readonly id: string;
  readonly expires_at: string;
  readonly notification: { readonly recipient?: string };
}

interface Open {
  readonly id: string;
  readonly customer_phone: string;
  readonly service_window_expires_at: string;
}

/** What the lists of the panel say of the time to come. */
export interface Found {
  readonly waiting: readonly Waiting[];
  readonly approvals: readonly Asked[];
  readonly windows: readonly Open[];
}

const to = (recipient = ""): string => (recipient === "" ? "a recipient" : recipient);

function attemptOf({ id, channel, recipient, attempts, next_attempt_at: next, send_at: due }: Waiting): NextThing[] {
  const at = next ?? due;
  if (at === undefined) return [];
  const noun = channel === "email" ? "mail" : "message";
  const what = `${attempts > 0 ? "a retry of the" : "the scheduled"} ${noun} to ${to(recipient)}`;
  return [{ at, what, path: `/notifications/${id}` }];
}

/** Lists all that is to come. What waits for approval has no attempt before a person decides. */
function allIn({ waiting, approvals, windows }: Found): readonly NextThing[] {
  const asked = new Set(approvals.map(({ id }) => id));
  return [
    ...waiting.filter(({ id }) => !asked.has(id)).flatMap(attemptOf),
    ...approvals.map(({ expires_at: at, notification: { recipient } }) => ({
      at,
      what: `the end of the time to approve what goes to ${to(recipient)}`,
      path: "/approvals",
    })),
    ...windows.map(({ id, customer_phone: phone, service_window_expires_at: at }) => ({
      at,
      what: `the end of the service window of ${phone}`,
      path: `/conversations/${id}`,
    })),
  ];
}

/** Returns what happens first after `now`, in epoch milliseconds. */
export const nextThing = (found: Found, now: number): NextThing | undefined =>
  allIn(found)
    .filter(({ at }) => Date.parse(at) > now)
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))[0];

/** Returns the seconds by which the clock must be moved to come to a time; a moment that is cut off would be missed. */
export const secondsTo = (at: string, now: number): number => Math.max(1, Math.ceil((Date.parse(at) - now) / 1000));
