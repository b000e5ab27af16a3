import type { Clock } from "../../kernel/clock.ts";
import type { Identifiers } from "../../kernel/identifiers.ts";
import type { SandboxQueue, SentMessages } from "../../sandbox/ports.ts";
import { classifyCloudFailure } from "../domain/provider-errors.ts";
import type { ChatSender, ChatSendOutcome, OutgoingMessage } from "../ports/chat-sender.ts";
import { outgoingPayload } from "../provider/message-payload.ts";

/** The provider refuses messages to this customer of test mode (D48d). */
const REFUSED = "+15005550001";
/** The platform takes messages to this customer, and then reports that it cannot deliver them. */
const UNREACHABLE = "+15005550009";
/** Statuses come a moment after the answer to the send, as those of the platform do. */
const FIRST_STATUS_SECONDS = 1;

const REFUSAL = { name: "InvalidParametersException", httpStatus: 400 } as const;
const PROVIDER_ERROR = "(#131009) Parameter value is not valid: the sandbox refuses messages to this number";

export interface SandboxChatSenderDeps {
  readonly sentMessages: Pick<SentMessages, "add">;
  readonly sandboxQueue: SandboxQueue;
  readonly clock: Clock;
  readonly identifiers: Pick<Identifiers, "newId">;
}

/** Takes messages in test mode as the provider does. It keeps what the provider would have got, and makes no call to the outside. */
export class SandboxChatSender implements ChatSender {
  readonly #deps: SandboxChatSenderDeps;

  constructor(deps: SandboxChatSenderDeps) {
    this.#deps = deps;
  }

  async send(outgoing: OutgoingMessage): Promise<ChatSendOutcome> {
    const { sentMessages, sandboxQueue, clock, identifiers } = this.#deps;
    const { account, recipient, callbackId: notificationId } = outgoing;
    const [owner] = account.owners;
    if (owner === undefined) throw new Error("an account of test mode has no owner");
    // A customer who hides the number is known by the platform's id alone.
    const customer = "phone" in recipient ? recipient.phone : recipient.providerUserId;
    if (customer === REFUSED) return refusal();
    const id = identifiers.newId();
    const sentAt = new Date(clock.now()).toISOString();
    await sentMessages.add(owner, customer, { id, notificationId, sentAt, message: outgoingPayload(outgoing) });
    await sandboxQueue.enqueue(
      {
        kind: "chat-statuses",
        owner,
        notificationId,
        cloudMessageId: id,
        phone: customer,
        statuses: customer === UNREACHABLE ? ["failed"] : ["sent", "delivered", "read"],
        tries: 0,
      },
      FIRST_STATUS_SECONDS,
    );
    return { kind: "accepted", cloudMessageId: id };
  }
}

function refusal(): ChatSendOutcome {
  const { class: kind, cause } = classifyCloudFailure(REFUSAL);
  return { kind: "failed", class: kind, cause: `${cause}: ${PROVIDER_ERROR}`, code: REFUSAL.httpStatus };
}
