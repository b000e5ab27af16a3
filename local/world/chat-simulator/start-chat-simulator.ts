import { join } from "node:path";
import { answerAws, isAwsPath } from "./aws/aws-api.ts";
import { BehaviourStore } from "./behaviour.ts";
import { ChangeStream } from "./change-stream.ts";
import { answerControl, isControlPath } from "./control/control-api.ts";
import { ChatDatabase } from "./database.ts";
import { DEMO_NUMBER, type LinkedNumber } from "./demo-number.ts";
import { Faults } from "./faults.ts";
import { HttpListener } from "./http/http-listener.ts";
import { InboundStore } from "./inbound-store.ts";
import { MediaStore } from "./media-store.ts";
import { NumberStore } from "./number-store.ts";
import { ObjectAccess, type ObjectStoreOptions } from "./object-access.ts";
import { OutboundStore } from "./outbound-store.ts";
import type { Simulator } from "./simulator.ts";
import { TemplateReview } from "./template-review.ts";
import { TemplateStore } from "./template-store.ts";
import { QueuedMessages } from "./topic/queued-messages.ts";
import { openSigningIdentity } from "./topic/signing-identity.ts";
import type { Signing } from "./topic/sns-message.ts";
import { Subscription } from "./topic/subscription.ts";
import { answerTopicService } from "./topic/topic-endpoints.ts";
import { type TopicObserver, TopicPublisher } from "./topic/topic-publisher.ts";
import { answerPage, webPage } from "./web-page.ts";

export interface ChatSimulatorOptions {
  /** The port to listen on; 0 picks a free port. */
  readonly port: number;
  /** The folder that contains `chat-simulator/` with database, media, signing key and certificate. */
  readonly dataDir: string;
  /** Returns the webhook's full address, or undefined while it is unknown. It is called before every delivery. */
  readonly webhookUrl: () => string | undefined;
  /** The ARN has the form `arn:aws:sns:<region>:<account>:<name>`. */
  readonly topicArn: string;
  readonly region: string;
  /**
   * The address of the topic service in published messages, if another address leads to the simulator; its own by
   * default.
   */
  readonly topicServiceOrigin?: string;
  /** A new template is approved after this time (`HERALD_CHAT_REVIEW_SECONDS`). */
  readonly reviewSeconds: number;
  /** Media are copied from and to these buckets. Without them those operations answer 400. */
  readonly objectStore?: ObjectStoreOptions;
  /** The observer learns what becomes of published messages. */
  readonly topicObserver?: TopicObserver;
}

export interface ChatSimulator {
  /** The address of the page, the control API and the AWS API, without a slash at the end. */
  readonly url: string;
  /**
   * The origin of the topic's certificates and SubscribeURLs. The verifier must accept it in addition to the cloud's
   * hosts.
   */
  readonly certificateUrlOrigin: string;
  readonly demoNumber: LinkedNumber;
  /** Ends within 2 s. Accepted messages are kept, and undelivered ones are delivered after the next start. */
  close(): Promise<void>;
}

/** Starts the chat provider simulator on 127.0.0.1 (M-simulator), for development only. */
export async function startChatSimulator(options: ChatSimulatorOptions): Promise<ChatSimulator> {
  const dir = join(options.dataDir, "chat-simulator");
  const [identity, page] = await Promise.all([openSigningIdentity(dir), webPage()]);
  const address = { url: "" };
  // The topic signs with version 2, SHA-256. Tests can request either version.
  const signing = (): Signing => ({ identity, origin: options.topicServiceOrigin ?? address.url, version: "2" });
  const { simulator, review, closing } = assemble(options, { dir, signing });
  const listener = new HttpListener(async (call) => {
    const { pathname } = call.url;
    if (isAwsPath(pathname)) return answerAws(simulator, call);
    if (isControlPath(pathname)) return answerControl(simulator, call);
    return answerTopicService(simulator, call) ?? answerPage(page, call);
  });
  const close = async () => {
    closing.abort();
    review.close();
    simulator.changes.close();
    simulator.objects.close();
    await Promise.all([listener.close(), simulator.publisher.close()]);
    simulator.db.close();
  };
  try {
    address.url = await listener.listen(options.port);
  } catch (error) {
    await close();
    throw error;
  }
  simulator.publisher.start();
  review.start(simulator);
  return {
    url: address.url,
    certificateUrlOrigin: options.topicServiceOrigin ?? address.url,
    demoNumber: DEMO_NUMBER,
    close,
  };
}

const storesOf = (db: ChatDatabase, dir: string) => ({
  numbers: new NumberStore(db),
  behaviour: new BehaviourStore(db),
  outbound: new OutboundStore(db),
  inbound: new InboundStore(db),
  templates: new TemplateStore(db),
  media: new MediaStore(db, join(dir, "media")),
});

function assemble(
  { webhookUrl, topicArn, region, reviewSeconds, objectStore, topicObserver }: ChatSimulatorOptions,
  { dir, signing }: { dir: string; signing: () => Signing },
): { simulator: Simulator; review: TemplateReview; closing: AbortController } {
  const db = new ChatDatabase(join(dir, "chat.sqlite"));
  const queue = new QueuedMessages(db);
  const subscription = new Subscription({ db, topicArn, signing, onConfirmed: () => publisher.wake() });
  const changes = new ChangeStream();
  const onTried = () => changes.announce();
  const publisher = new TopicPublisher({
    topicArn,
    webhookUrl,
    signing,
    queue,
    subscription,
    onAttempt: onTried,
    observer: topicObserver,
  });
  const review = new TemplateReview();
  const closing = new AbortController();
  const simulator: Simulator = {
    topicArn,
    webhookUrl,
    signing,
    db,
    queue,
    subscription,
    publisher,
    changes,
    place: { region, cloudAccountId: topicArn.split(":")[4] ?? "" },
    reviewMs: reviewSeconds * 1000,
    ...storesOf(db, dir),
    objects: new ObjectAccess(objectStore),
    faults: new Faults(),
    onReviewPlanned: () => review.plan(),
    closing: closing.signal,
  };
  return { simulator, review, closing };
}
