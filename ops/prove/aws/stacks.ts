import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { PROOF_TAG } from "../../../lib/proof-tag.ts";
import { reasonOf } from "../../../lib/reason.ts";
import { listedMembers, type Member, plainText } from "../../doctor/listed-members.ts";
import { jsonIn } from "../json-in.ts";
import type { Left } from "../port.ts";
import { type AwsAt, AwsRefusal, allMembers } from "./aws-at.ts";
import type { Buckets } from "./buckets.ts";

const VERSION = "2010-05-15";
/**
 * The longest wait for a stack. Deleting a stack with a distribution takes about ten minutes, far less than this limit.
 */
const LONGEST_MS = 3_600_000;
const LOOK_MS = 10_000;
/**
 * The stacks are deleted in this order. The public recorder is deleted first; each of the other stacks reads outputs of
 * the stacks after it.
 */
const STACKS = ["recorder", "panel", "service", "data"] as const;
type Part = (typeof STACKS)[number];

const template = z.looseObject({
  Resources: z.record(z.string(), z.looseObject({ DeletionPolicy: z.string().default("Delete") })),
});

const stackName = (part: Part, stage: string): string => `herald-${part}-${stage}`;

/**
 * Reads and deletes the stacks of a stage that `herald prove` has created. The class neither empties nor deletes other
 * stacks.
 */
export class ProofStacks {
  readonly #aws: AwsAt;
  readonly #buckets: Buckets;
  readonly #stage: string;
  readonly #lookMs: number;

  constructor(aws: AwsAt, buckets: Buckets, stage: string, lookMs = LOOK_MS) {
    this.#aws = aws;
    this.#buckets = buckets;
    this.#stage = stage;
    this.#lookMs = lookMs;
  }

  /** Returns the resources of a stack, or none if there is no such stack. */
  async resources(part: Part, signal: AbortSignal): Promise<readonly Member[]> {
    const parameters = { Action: "ListStackResources", StackName: stackName(part, this.#stage), Version: VERSION };
    try {
      return await allMembers(this.#aws, "cloudformation", parameters, signal);
    } catch (error) {
      if (isAbsent(error)) return [];
      throw error;
    }
  }

  async outputs(part: Part, signal: AbortSignal): Promise<Readonly<Record<string, string>>> {
    const text = await this.#described(part, signal);
    if (text === undefined) throw new Error(`there is no stack ${stackName(part, this.#stage)}`);
    return Object.fromEntries(
      listedMembers(text).flatMap(({ OutputKey, OutputValue = "" }) =>
        OutputKey === undefined ? [] : [[OutputKey, OutputValue] as const],
      ),
    );
  }

  /** Throws if the stage has a stack that `herald prove` has not created. */
  async requireOwn(signal: AbortSignal): Promise<void> {
    for (const part of STACKS) {
      const text = await this.#described(part, signal);
      if (text === undefined || this.#isOwn(text)) continue;
      const name = stackName(part, this.#stage);
      throw new Error(`no proof made ${name}: it lacks the tag ${PROOF_TAG}=${this.#stage}, so nothing is removed`);
    }
  }

  /**
   * Empties the buckets of each stack and deletes the stack. Returns the names of those that existed. After a failure
   * it goes on with the others, but deletes the data only once nothing uses it. Throws with all failures.
   */
  async remove(signal: AbortSignal): Promise<readonly string[]> {
    await this.requireOwn(signal);
    const removed: string[] = [];
    const failed = new Map<Part, string>();
    for (const part of STACKS) {
      if (part === "data" && failed.has("service")) continue;
      try {
        if (await this.#removed(part, signal)) removed.push(stackName(part, this.#stage));
      } catch (error) {
        failed.set(part, reasonOf(error));
      }
    }
    if (failed.size > 0) throw new Error([...failed.values()].join("; "));
    return removed;
  }

  /** Deletes a stack and returns whether it existed. */
  async #removed(part: Part, signal: AbortSignal): Promise<boolean> {
    if ((await this.#described(part, signal)) === undefined) return false;
    for (const bucket of await this.#bucketsOf(part, signal)) await this.#buckets.empty(bucket, signal);
    const parameters = { Action: "DeleteStack", StackName: stackName(part, this.#stage), Version: VERSION };
    await this.#aws.query("cloudformation", parameters, signal);
    await this.#untilGone(part, signal);
    return true;
  }

  /** Lists the stacks that still exist, in the order of their deletion. */
  async left(signal: AbortSignal): Promise<readonly Left[]> {
    const left: Left[] = [];
    for (const part of STACKS) {
      const text = await this.#described(part, signal);
      if (text === undefined) continue;
      const name = stackName(part, this.#stage);
      const at = `--region ${this.#aws.region} --stack-name ${name}`;
      if (this.#isOwn(text)) left.push({ what: `the stack ${name}`, command: `aws cloudformation delete-stack ${at}` });
      else
        left.push({
          what: `the stack ${name} (no proof made it)`,
          command: `aws cloudformation describe-stacks ${at}`,
        });
    }
    return left;
  }

  /**
   * Says whether `herald prove` created the stack. A stack that was never deployed counts too: it has no resources, and
   * CloudFormation may not show its tags yet.
   */
  #isOwn(text: string): boolean {
    if (statusIn(text) === "REVIEW_IN_PROGRESS") return true;
    return listedMembers(text).some(({ Key, Value }) => Key === PROOF_TAG && Value === this.#stage);
  }

  /**
   * Returns the buckets to empty, because CloudFormation deletes no bucket that holds an object. A bucket that the
   * template retains keeps its objects.
   */
  async #bucketsOf(part: Part, signal: AbortSignal): Promise<readonly string[]> {
    const buckets = (await this.resources(part, signal)).filter(
      ({ ResourceType, ResourceStatus }) => ResourceType === "AWS::S3::Bucket" && ResourceStatus !== "DELETE_COMPLETE",
    );
    if (buckets.length === 0) return [];
    const policies = await this.#deletionPolicies(part, signal);
    return buckets
      .filter(({ LogicalResourceId = "" }) => policies.get(LogicalResourceId) === "Delete")
      .flatMap(({ PhysicalResourceId }) => PhysicalResourceId ?? []);
  }

  /**
   * Returns the deletion policies by logical id. CloudFormation deletes a resource without a policy together with its
   * stack.
   */
  async #deletionPolicies(part: Part, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const parameters = { Action: "GetTemplate", StackName: stackName(part, this.#stage), Version: VERSION };
    const text = await this.#aws.query("cloudformation", parameters, signal);
    const [, body = ""] = /<TemplateBody>(.*?)<\/TemplateBody>/s.exec(text) ?? [];
    const read = template.safeParse(jsonIn(plainText(body)));
    if (!read.success)
      throw new Error(`the template of ${parameters.StackName} cannot be read, so its buckets are not emptied`);
    return new Map(Object.entries(read.data.Resources).map(([id, { DeletionPolicy }]) => [id, DeletionPolicy]));
  }

  async #untilGone(part: Part, signal: AbortSignal): Promise<void> {
    const endsAt = performance.now() + LONGEST_MS;
    for (;;) {
      const text = await this.#described(part, signal);
      if (text === undefined) return;
      const status = statusIn(text);
      if (status === "DELETE_FAILED")
        throw new Error(`${stackName(part, this.#stage)} is DELETE_FAILED: ${reasonIn(text)}`);
      if (performance.now() > endsAt) throw new Error(`${stackName(part, this.#stage)} is ${status} after an hour`);
      await pause(this.#lookMs, undefined, { signal });
    }
  }

  /** Returns CloudFormation's description, or undefined if there is no such stack. */
  async #described(part: Part, signal: AbortSignal): Promise<string | undefined> {
    const parameters = { Action: "DescribeStacks", StackName: stackName(part, this.#stage), Version: VERSION };
    try {
      return await this.#aws.query("cloudformation", parameters, signal);
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  }
}

/**
 * Says whether CloudFormation answered that there is no such stack, for which it has no error code of its own (API
 * Reference, "DescribeStacks").
 */
const isAbsent = (error: unknown): boolean => error instanceof AwsRefusal && error.message.includes("does not exist");

const statusIn = (text: string): string => /<StackStatus>([^<]+)<\/StackStatus>/.exec(text)?.[1] ?? "without a status";
const reasonIn = (text: string): string =>
  /<StackStatusReason>([^<]+)<\/StackStatusReason>/.exec(text)?.[1] ?? "its events say why";
