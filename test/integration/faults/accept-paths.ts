import { randomBytes } from "node:crypto";
import { httpFunction } from "../../../shared/edge/http-function.ts";
import { operation } from "../../../shared/edge/operation.ts";
import { submitNotification, submittedBefore } from "../../../shared/notifications/accept/submit-notification.ts";
import { createNotification, toNotificationView } from "../../../shared/notifications/contract/notifications.ts";
import { aContext, anEvent } from "../../support/an-event.ts";
import { API_KEY, OWNER, someEdgeServices } from "../../support/some-edge-services.ts";
import type { FaultPath } from "./fault-path.ts";
import { aRequest } from "./fault-world.ts";
import type { FaultyProcess } from "./faulty-process.ts";

/** This body is larger than the 200 kB that an item may contain, even after compression (D18). */
export const LARGE_BODY = randomBytes(210_000).toString("base64");
/** If a process has reserved an idempotency key for longer than 31 seconds, it counts as dead (D24). */
const KEY_HELD_MS = 31_000;

interface KeyedAnswer {
  readonly statusCode: number;
  /** The accepted notification has this id. */
  readonly id: string;
}

/**
 * Makes one request under an idempotency key through the whole pipeline. Returns undefined if the process died during
 * it.
 */
async function answered(process: FaultyProcess, key: string, to: string): Promise<KeyedAnswer | undefined> {
  const { clock, identifiers } = process.submit;
  const services = { ...(await someEdgeServices()), clock, identifiers, idempotency: process.idempotency };
  const handler = httpFunction(
    () => services,
    [
      operation(
        createNotification,
        async (deps, { owner, body, caller, reservedId, isRepeat }) =>
          toNotificationView(
            await submitNotification(deps, { owner, id: reservedId ?? identifiers.newId(), isRepeat, caller }, body),
          ),
        () => process.submit,
        {
          again: async (deps, { owner, body }, id) => {
            const before = await submittedBefore(deps, { owner, id }, body);
            return before && toNotificationView(before);
          },
        },
      ),
    ],
  );
  const headers = { authorization: `Bearer ${API_KEY}`, "idempotency-key": key };
  const answer = await handler(anEvent(createNotification, { headers, body: aRequest(to, "Good morning.") }), aContext);
  if (process.plan.isDead) return undefined;
  return { statusCode: answer.statusCode, id: String(JSON.parse(String(answer.body)).id) };
}

const submitPath = (name: string, body: string, effects: readonly string[]): FaultPath => ({
  name,
  effects,
  ends: { status: "sent", mails: 1 },
  async prepare(_world, n) {
    const id = crypto.randomUUID();
    const to = `n${n}@example.org`;
    return {
      id: () => id,
      to,
      async run(process) {
        await submitNotification(process.submit, { owner: OWNER, id, caller: {} }, aRequest(to, body));
        return !process.plan.isDead;
      },
    };
  },
});

export const ACCEPT_PATHS: readonly FaultPath[] = [
  submitPath("accepting a short mail", "Good morning.", [
    "GetItemCommand",
    "BatchWriteItemCommand",
    "SendMessageCommand",
  ]),
  submitPath("accepting a large mail", LARGE_BODY, [
    "GetItemCommand",
    "PutObject",
    "BatchWriteItemCommand",
    "SendMessageCommand",
  ]),
  {
    name: "accepting under an idempotency key",
    effects: ["PutItemCommand", "GetItemCommand", "PutItemCommand", "PutItemCommand", "SendMessageCommand"],
    ends: { status: "sent", mails: 1 },
    async prepare(world, n) {
      const to = `n${n}@example.org`;
      const key = `key-${crypto.randomUUID()}`;
      const ids = new Set<string>();
      const note = (answer: KeyedAnswer | undefined) => {
        if (answer?.statusCode === 202) ids.add(answer.id);
        return answer?.statusCode === 202;
      };
      const trust = async (trustedDomains: readonly string[]) => {
        const { sendingAccounts } = world.well;
        const [account] = await sendingAccounts.list(OWNER);
        if (account === undefined) throw new Error("there is no account");
        await sendingAccounts.replace({ ...account, trustedDomains }, "keep");
      };
      return {
        id: () => [...ids][0],
        to,
        run: async (process) => note(await answered(process, key, to)),
        /**
         * Repeats the request after any answer: twice at once, then while the account would refuse the mail, which must
         * not matter once the mail is stored, and then when the account accepts it again. The last answer must be 202,
         * and all answers must name the same notification.
         */
        async afterwards() {
          for (const soon of await Promise.all([answered(world.well, key, to), answered(world.well, key, to)])) {
            note(soon);
            if (![202, 409].includes(soon?.statusCode ?? 0)) throw new Error(`a repeat got ${soon?.statusCode}`);
          }
          world.clock.advance(KEY_HELD_MS);
          await trust(["elsewhere.example"]);
          note(await answered(world.well, key, to));
          await trust([]);
          const isAccepted = note(await answered(world.well, key, to));
          if (!isAccepted) throw new Error("the retry was not accepted");
          if (ids.size !== 1) throw new Error(`one key made ${ids.size} notifications`);
        },
      };
    },
  },
];
