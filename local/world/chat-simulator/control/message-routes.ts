import * as z from "zod";
import { statusName } from "../behaviour.ts";
import { metaError } from "../events/meta-error.ts";
import { queueStatus } from "../events/publish-status.ts";
import { BadRequestError, type Call, jsonReply, type Reply } from "../http/reply.ts";
import type { OutboundMessage } from "../outbound-store.ts";
import { digitsOf } from "../provider-ids.ts";
import type { Simulator } from "../simulator.ts";
import { parseBody, parseValue } from "./parse-body.ts";

const DEFAULT_LIMIT = 10_000;
const MAX_LIMIT = 100_000;

const listQuery = z.object({
  to: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT),
});

/** Answers `GET /api/messages?to=` with outbound messages as they were received, oldest first. */
export function listMessages(simulator: Simulator, { url }: Call): Reply {
  const given = Object.fromEntries([...url.searchParams].filter(([, value]) => value !== ""));
  const { to, limit } = parseValue(listQuery, given);
  const found = simulator.outbound.list({ customer: to === undefined ? undefined : customerNamed(to), limit });
  return jsonReply(200, { messages: found.map((message) => messageView(simulator, message)) });
}

/** Accepts a phone number in any spelling (a `+` in a query may arrive as a space), or a business-scoped id. */
export function customerNamed(name: string): string {
  return /^[A-Z]{2}\.[A-Za-z0-9]+$/.test(name) ? name : digitsOf(name);
}

export function messageView({ outbound }: Simulator, message: OutboundMessage) {
  return {
    id: String(message.id),
    message_id: message.message_id,
    wamid: message.wamid,
    origination_phone_number_id: message.origination_phone_number_id,
    received_at: new Date(message.received_at_ms).toISOString(),
    message: message.message,
    statuses: outbound.statusesOf(message.id).map(({ status, at_ms, errors }) => ({
      status,
      at: new Date(at_ms).toISOString(),
      ...(errors !== null && { errors }),
    })),
  };
}

const statusRequest = z.strictObject({
  status: statusName,
  error_code: z.number().int().min(0).max(9_999_999).optional(),
});

/** Answers `POST /api/messages/{id}/status`: the provider reports this status now. */
export function reportStatus(simulator: Simulator, call: Call, id: string): Reply {
  const { status, error_code } = parseBody(statusRequest, call);
  const message = simulator.outbound.find(id);
  if (!message) throw new BadRequestError("message not found", 404);
  const number = simulator.numbers.byOriginationId(message.origination_phone_number_id);
  if (!number) throw new BadRequestError("the message's number is not linked", 404);
  const nowMs = Date.now();
  const isFailure = status === "failed" || error_code !== undefined;
  const event = {
    status,
    atMs: nowMs,
    dueAtMs: nowMs,
    ...(isFailure && { errors: [metaError(error_code ?? 131000)] }),
  };
  simulator.db.transaction(() => queueStatus(simulator, number, { message, event }));
  simulator.publisher.wake();
  simulator.changes.announce();
  return jsonReply(200, messageView(simulator, message));
}
