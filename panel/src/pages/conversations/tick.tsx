import { ToneIcon } from "../../components/status.tsx";
import type { Message } from "./message-text.ts";

export type Outcome = NonNullable<Message["status"]>;

const NAMES: Readonly<Record<Outcome, string>> = {
  pending: "Waiting",
  processing: "Sending",
  submitted: "With the provider",
  sent: "Sent",
  delivered: "Delivered",
  read: "Read",
  failed: "Failed",
  canceled: "Canceled",
};

const ONE = "M3 8.5l3.2 3.2L13 4.8";
const TWO = "M1 8.5l3.2 3.2L11 4.8M7.2 11.2l.5.5 6.8-6.9";
const CLOCK = "M8 4.5V8l2.3 1.4M14 8A6 6 0 112 8a6 6 0 0112 0z";
const PATHS: ReadonlyMap<Outcome, string> = new Map([
  ["sent", ONE],
  ["delivered", TWO],
  ["read", TWO],
]);

/** Shows the state of our message: one tick when sent, two when delivered, coloured when read. */
export function Tick({ state }: { readonly state: Outcome }) {
  const name = NAMES[state];
  if (state === "failed" || state === "canceled")
    return (
      <span title={name}>
        <ToneIcon tone={state === "failed" ? "bad" : "off"} />
        <span className="vh">{name}</span>
      </span>
    );
  return (
    <svg
      width={14}
      height={14}
      viewBox="0 0 16 16"
      className={state === "read" ? "k" : ""}
      role="img"
      aria-label={name}
    >
      <title>{name}</title>
      <path d={PATHS.get(state) ?? CLOCK} fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
    </svg>
  );
}
