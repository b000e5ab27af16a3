import type { BehaviourStore } from "./behaviour.ts";
import type { ChangeStream } from "./change-stream.ts";
import type { ChatDatabase } from "./database.ts";
import type { CloudPlace } from "./events/provider-envelope.ts";
import type { Faults } from "./faults.ts";
import type { InboundStore } from "./inbound-store.ts";
import type { MediaStore } from "./media-store.ts";
import type { NumberStore } from "./number-store.ts";
import type { ObjectAccess } from "./object-access.ts";
import type { OutboundStore } from "./outbound-store.ts";
import type { TemplateStore } from "./template-store.ts";
import type { QueuedMessages } from "./topic/queued-messages.ts";
import type { Signing } from "./topic/sns-message.ts";
import type { Subscription } from "./topic/subscription.ts";
import type { TopicPublisher } from "./topic/topic-publisher.ts";

/** The parts of the simulator that its operations and control routes may need. */
export interface Simulator {
  readonly place: CloudPlace;
  readonly topicArn: string;
  readonly webhookUrl: () => string | undefined;
  readonly reviewMs: number;
  readonly db: ChatDatabase;
  readonly numbers: NumberStore;
  readonly behaviour: BehaviourStore;
  readonly outbound: OutboundStore;
  readonly inbound: InboundStore;
  readonly templates: TemplateStore;
  readonly media: MediaStore;
  readonly objects: ObjectAccess;
  readonly faults: Faults;
  readonly queue: QueuedMessages;
  readonly subscription: Subscription;
  readonly publisher: TopicPublisher;
  readonly signing: () => Signing;
  readonly changes: ChangeStream;
  /** Tells that the review of a template has been planned. */
  readonly onReviewPlanned: () => void;
  /** Aborts when the simulator closes. */
  readonly closing: AbortSignal;
}
