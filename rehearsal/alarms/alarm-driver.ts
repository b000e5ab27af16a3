import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { patiently } from "../calls.ts";
import type { Faults } from "../faults.ts";
import { signIn } from "../owners.ts";
import type { Rehearsal } from "../rehearsal.ts";
import { ofType } from "../resources/deployed.ts";
import { sendMessage } from "../send-message.ts";

export interface Asked {
  readonly method?: string;
  /** An API key or an access token. */
  readonly bearer?: string;
  readonly json?: unknown;
  readonly form?: FormData;
}

export interface Answered {
  readonly status: number;
  readonly body: unknown;
}

export interface Receives {
  /** The queue gives a message up after this many receives. */
  readonly receives: number;
  /** The queue hides a received message for this long. */
  readonly hiddenMinutes: number;
}

const CALL_MS = 60_000;
const LONGEST_MS = 120_000;
const LOOK_AGAIN_MS = 500;
const HOUR_MS = 3_600_000;
const role = z.looseObject({ Role: z.string() });
const webRevision = z.looseObject({
  FunctionName: z.string(),
  ServiceConfig: z.looseObject({ ExecutionRoleArn: z.string() }),
});
const saved = z.looseObject({ id: z.string() });
const state = z.looseObject({ status: z.string(), last_error: z.string().optional() });

/** Breaks, uses and repairs a rehearsal while its alarms are being tested. */
export class AlarmDriver {
  readonly rehearsal: Rehearsal;
  readonly #rung = new Set<string>();
  #mends: (() => void)[] = [];

  constructor(rehearsal: Rehearsal) {
    this.rehearsal = rehearsal;
  }

  /** Returns the alarms that have rung since `forget` was called. */
  get rung(): ReadonlySet<string> {
    this.look();
    return this.#rung;
  }

  look(): void {
    for (const name of this.rehearsal.ringing()) this.#rung.add(name);
  }

  forget(): void {
    this.#rung.clear();
  }

  /** Advances the clock minute by minute and looks at the alarms in each minute. */
  async pass(minutes: number): Promise<void> {
    for (let left = minutes; left > 0; left -= 1) {
      await this.rehearsal.pass(1);
      this.look();
    }
  }

  mend(): void {
    for (const one of this.#mends.splice(0)) one();
  }

  /** Makes the service fail every call of the function from now on. */
  down(service: "tables" | "queues" | "keys" | "objects" | "provider", fn: string): void {
    this.#break("service", `${this.#roleOf(fn)} ${service}`);
  }

  /** Makes the function die in every call from now on. */
  crash(fn: string): void {
    this.#break("crash", this.functionName(fn));
  }

  /** Starts another process for every call of the function from now on. */
  startCold(fn: string): void {
    this.#break("process", this.functionName(fn));
  }

  /** Stops all readers of the queue from now on. */
  async stopReading(queue: string): Promise<void> {
    this.#break("queue", this.queueName(queue));
    // A reader that is waiting now could still take a message, so this pause lets it end.
    await pause(2 * 1000);
  }

  stopSchedule(rule: string): void {
    this.#break("schedule", this.#found("AWS::Events::Rule", rule).logicalId);
  }

  refuse(path: string): void {
    this.#break("path", path);
  }

  /** Returns the physical name of the function, which precedes the lines of its log. */
  functionName(fn: string): string {
    const server = this.#revision(fn);
    if (server !== undefined) return webRevision.parse(server.properties).FunctionName.split(":").at(-1) ?? "";
    return this.#found("AWS::Lambda::Function", fn).ref;
  }

  queueName(queue: string): string {
    return this.#found("AWS::SQS::Queue", queue).attributes.QueueName ?? "";
  }

  person(sub: string): Promise<string> {
    return signIn(this.rehearsal.authUrl, sub, sub === "admin" ? { role: "admin" } : {});
  }

  get key(): string {
    return this.rehearsal.owners.demo.api_key;
  }

  async ask(path: string, { method = "GET", bearer, json, form }: Asked = {}): Promise<Answered> {
    const headers = {
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(json !== undefined && { "content-type": "application/json" }),
    };
    const body = { ...(json !== undefined && { body: JSON.stringify(json) }), ...(form && { body: form }) };
    const url = `${this.rehearsal.baseUrl}${path}`;
    const send = () => fetch(url, { method, headers, ...body, signal: AbortSignal.timeout(CALL_MS) });
    const response = await patiently(send);
    const text = await response.text();
    return { status: response.status, body: parsed(text) };
  }

  /** Throws unless the answer is a 5xx. */
  async failing(path: string, asked?: Asked): Promise<void> {
    const { status, body } = await this.ask(path, asked);
    if (status < 500) throw new Error(`${path} answers ${status} although it is broken: ${JSON.stringify(body)}`);
  }

  /** Throws if the answer is a 5xx. */
  async working(path: string, asked?: Asked): Promise<void> {
    const { status, body } = await this.ask(path, asked);
    if (status >= 500) throw new Error(`${path} answers ${status} although it is mended: ${JSON.stringify(body)}`);
  }

  /** Sends an email and returns its id. */
  async email(recipient: string): Promise<string> {
    const json = { channel: "email", recipient, subject: "A walk", body: "Through the alarms" };
    const { status, body } = await this.ask("/api/v1/notifications", { method: "POST", bearer: this.key, json });
    if (status !== 202) throw new Error(`an email was answered ${status}: ${JSON.stringify(body)}`);
    return saved.parse(body).id;
  }

  async status(notification: string): Promise<string> {
    const { body } = await this.ask(`/api/v1/notifications/${notification}`, { bearer: this.key });
    return state.parse(body).status;
  }

  /**
   * Throws if the condition does not hold within two minutes, or the given time. Two minutes exceed the lease of a file
   * request, which is a minute and a half.
   */
  async until(what: string, isSo: () => boolean | Promise<boolean>, withinMs = LONGEST_MS): Promise<void> {
    const endsAt = Date.now() + withinMs;
    while (!(await isSo())) {
      if (Date.now() > endsAt) throw new Error(`not within ${withinMs / 1000} s: ${what}`);
      await pause(LOOK_AGAIN_MS);
    }
  }

  /**
   * Does the same as `until`, but advances the clock by a minute after each check, so that messages return to a queue.
   */
  minutesUntil(what: string, isSo: () => Promise<boolean>): Promise<void> {
    return this.until(what, async () => {
      if (await isSo()) return true;
      await this.pass(1);
      return false;
    });
  }

  /**
   * Waits until the queue is empty. Messages of earlier faults may still be hidden, and would be taken for the message of
   * the next one.
   */
  untilEmpty(queue: string): Promise<void> {
    return this.minutesUntil(`no message is left in ${queue}`, async () => this.count(queue) === 0);
  }

  /** Makes every receive of a message fail until the queue gives the message up. */
  async receivedInVain(queue: string, { receives, hiddenMinutes }: Receives): Promise<void> {
    const counts = () => this.rehearsal.standIns.queues.counts(this.queueName(queue));
    for (let left = receives; left > 0; left -= 1) {
      await this.until(`a message of ${queue} is received`, () => counts().inFlight > 0 && counts().ready === 0);
      await this.pass(hiddenMinutes);
    }
  }

  /** Waits until all changes of tables so far are processed. A stream is read again only after its earlier changes. */
  async untilChangesAreProcessed(): Promise<void> {
    const { streamReads } = this.rehearsal;
    const before = new Map(streamReads);
    await this.until("every stream is read on", () =>
      [...before].every(([table, count]) => (streamReads.get(table) ?? 0) > count + 1),
    );
  }

  /** Makes only the changes older that wait for their function. */
  ageChanges(hours: number): void {
    this.rehearsal.instruments.changesAheadMs += hours * HOUR_MS;
  }

  count(queue: string): number {
    return this.rehearsal.standIns.queues.depth(this.queueName(queue));
  }

  /** Empties a queue and returns the bodies of its messages. */
  async takeAll(queue: string): Promise<string[]> {
    const { queues } = this.rehearsal.standIns;
    const name = this.queueName(queue);
    const bodies: string[] = [];
    for (;;) {
      const messages = await queues.receive(name, { max: 10, waitSeconds: 0, signal: new AbortController().signal });
      if (messages.length === 0) return bodies;
      bodies.push(...messages.map(({ Body }) => Body));
      const handles = messages.map(({ ReceiptHandle }) => ReceiptHandle);
      await queues.remove(name, handles);
    }
  }

  /** Moves messages between queues like a redrive in the console, and returns their number. */
  async moveBack(from: string, to: string): Promise<number> {
    const bodies = await this.takeAll(from);
    const { queues } = this.rehearsal.standIns;
    for (const body of bodies) await sendMessage(queues.queueUrl(this.queueName(to)), body);
    return bodies.length;
  }

  /** Publishes a notification with this message to the topic. */
  async publish(message: string): Promise<void> {
    const answer = await fetch(`${this.rehearsal.simulatorUrl}/api/topic`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ kind: "notification", message }),
      signal: AbortSignal.timeout(CALL_MS),
    });
    if (!answer.ok) throw new Error(`the topic answered ${answer.status}: ${await answer.text()}`);
  }

  get customer() {
    const { baseUrl, simulatorUrl } = this.rehearsal;
    return { baseUrl, simulatorUrl, key: this.key };
  }

  #break(kind: Parameters<Faults["break"]>[0], what: string): void {
    this.#mends.push(this.rehearsal.instruments.faults.break(kind, what));
  }

  #roleOf(fn: string): string {
    const server = this.#revision(fn);
    if (server !== undefined) return webRevision.parse(server.properties).ServiceConfig.ExecutionRoleArn;
    return role.parse(this.#found("AWS::Lambda::Function", fn).properties).Role;
  }

  #revision(fn: string) {
    const revisions = ofType(this.rehearsal.deployment, "AWS::Lambda::WebFunctionRevision");
    return revisions.find(({ logicalId }) => logicalId.startsWith(fn));
  }

  /** Finds a resource by its name. A logical id is this name followed by eight characters that the CDK adds. */
  #found(type: string, name: string) {
    const own = new RegExp(`^${name}[0-9A-F]{8}$`);
    const found = ofType(this.rehearsal.deployment, type).find(({ logicalId }) => own.test(logicalId));
    if (found === undefined) throw new Error(`the deployment has no ${type} ${name}`);
    return found;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
