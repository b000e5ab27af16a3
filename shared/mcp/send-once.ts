import { canonicalJson } from "../edge/canonical-json.ts";
import { idempotencyKeyReused, requestInFlight } from "../edge/idempotency-refusals.ts";
import type { HeldKey, IdempotencyStore, IdempotentRequest } from "../edge/ports.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import type { Log } from "../kernel/log.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { SenderRequest } from "../kernel/sender-request.ts";
import { asRefusal } from "../kernel/write-conflict.ts";
import { type JudgeRepeatDeps, refuseForeignRepeat } from "../notifications/accept/judge-repeat.ts";
import type { Notification } from "../notifications/domain/notification.ts";
import type { ToolCaller } from "./bound-tool.ts";
import type { ToolName } from "./contract/tool-permissions.ts";

export interface SendOnceDeps extends JudgeRepeatDeps {
  readonly idempotency: IdempotencyStore;
  readonly identifiers: Pick<Identifiers, "newId" | "hash">;
  readonly log: Log;
}

export interface ToolSend {
  readonly caller: ToolCaller;
  readonly tool: ToolName;
  readonly key: string | undefined;
  /** The arguments that make up the message. */
  readonly request: unknown;
}

export interface ReservedSend {
  /** The notification gets this id. */
  readonly id: string;
  /** Undefined when the id belongs to this call only; otherwise, whether an interrupted call may have stored the notification. */
  readonly isRepeat?: boolean | undefined;
  readonly madeBy: SenderRequest | undefined;
}

export interface Sending {
  send(reserved: ReservedSend): Promise<Notification>;
  /** Finishes what an earlier call has stored under this id; undefined when that call stored nothing. */
  sentBefore(id: string): Promise<Notification | undefined>;
}

/** Sends once per owner, tool and key within 24 hours: a repeated call gets the notification of the first (D24, D47a). */
export async function sendOnce(deps: SendOnceDeps, asked: ToolSend, sending: Sending): Promise<Notification> {
  const { caller, tool, key, request } = asked;
  if (key === undefined) return sending.send({ id: deps.identifiers.newId(), madeBy: caller.madeBy });
  const fingerprint = deps.identifiers.hash(`${key}\n${tool}\n${canonicalJson(request)}`);
  // No key of a request over HTTP has a space in it, so each tool has keys of its own.
  const idempotent = { owner: caller.owner, key: `${tool} ${key}`, fingerprint };
  const state = await deps.idempotency.begin(idempotent, deps.identifiers.newId());
  switch (state.kind) {
    case "reused":
      throw idempotencyKeyReused();
    case "in-flight":
      return (await shownBefore(deps, caller, sending.sentBefore(state.reservedId))) ?? refuseInFlight();
    case "answered":
      throw new Error("an answer was kept for a call of a tool");
    case "begun": {
      const { reservedId: id, isRepeat } = state;
      const before = isRepeat ? await shownBefore(deps, caller, sending.sentBefore(id)) : undefined;
      const madeBy = { ...caller.madeBy, idempotencyKey: key };
      return before ?? releasing(deps, { idempotent, held: state }, () => sending.send({ id, isRepeat, madeBy }));
    }
  }
}

/** Passes the notification of an earlier call on, unless the key that asks may not send to its recipients (D47c). */
async function shownBefore(
  deps: JudgeRepeatDeps,
  caller: ToolCaller,
  sent: Promise<Notification | undefined>,
): Promise<Notification | undefined> {
  const before = await sent;
  if (before !== undefined) await refuseForeignRepeat(deps, caller, before.id);
  return before;
}

function refuseInFlight(): never {
  throw requestInFlight();
}

/**
 * A refused call sent nothing, so its key is released. After any other failure the key stays taken until its lease ends,
 * and the reserved id makes the next try safe.
 */
async function releasing(
  { idempotency, log }: SendOnceDeps,
  { idempotent, held }: { readonly idempotent: IdempotentRequest; readonly held: HeldKey },
  send: () => Promise<Notification>,
): Promise<Notification> {
  try {
    return await send();
  } catch (error) {
    const refusal = asRefusal(error);
    if (refusal instanceof Refusal)
      await idempotency
        .release(idempotent, held)
        .catch((cause: unknown) => log.error("idempotency.not_released", cause));
    throw error;
  }
}
