import { setTimeout as pause } from "node:timers/promises";
import { listedMembers, type Member } from "../../doctor/listed-members.ts";
import type { Left } from "../port.ts";
import { type AwsAt, AwsRefusal, allMembers } from "./aws-at.ts";
import type { Buckets } from "./buckets.ts";

const VERSION = "2010-05-15";
/** A stack with a distribution is deleted in about ten minutes. */
const LONGEST_MS = 3_600_000;
const LOOK_MS = 10_000;
/** Each imports from those after it, so this is the order of their deletion. */
const STACKS = ["panel", "service", "recorder", "data"] as const;

const stackName = (part: (typeof STACKS)[number], stage: string): string => `herald-${part}-${stage}`;

/** The stacks of a stage that a proof has made. */
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
  async resources(part: (typeof STACKS)[number], signal: AbortSignal): Promise<readonly Member[]> {
    const parameters = { Action: "ListStackResources", StackName: stackName(part, this.#stage), Version: VERSION };
    try {
      return await allMembers(this.#aws, "cloudformation", parameters, signal);
    } catch (error) {
      if (isAbsent(error)) return [];
      throw error;
    }
  }

  async outputs(part: (typeof STACKS)[number], signal: AbortSignal): Promise<Readonly<Record<string, string>>> {
    const text = await this.#described(part, signal);
    if (text === undefined) throw new Error(`there is no stack ${stackName(part, this.#stage)}`);
    return Object.fromEntries(
      listedMembers(text).flatMap(({ OutputKey, OutputValue = "" }) =>
        OutputKey === undefined ? [] : [[OutputKey, OutputValue] as const],
      ),
    );
  }

  /** Empties the buckets of each stack and deletes it. Returns the names of those that were there. */
  async remove(signal: AbortSignal): Promise<readonly string[]> {
    const removed: string[] = [];
    for (const part of STACKS) {
      if ((await this.#described(part, signal)) === undefined) continue;
      for (const bucket of await this.#bucketsOf(part, signal)) await this.#buckets.empty(bucket, signal);
      await this.#aws.query(
        "cloudformation",
        { Action: "DeleteStack", StackName: stackName(part, this.#stage), Version: VERSION },
        signal,
      );
      await this.#untilGone(part, signal);
      removed.push(stackName(part, this.#stage));
    }
    return removed;
  }

  /** Lists the stacks that are there, in the order of their deletion. */
  async left(signal: AbortSignal): Promise<readonly Left[]> {
    const left: Left[] = [];
    for (const part of STACKS) {
      if ((await this.#described(part, signal)) === undefined) continue;
      const name = stackName(part, this.#stage);
      const command = `aws cloudformation delete-stack --region ${this.#aws.region} --stack-name ${name}`;
      left.push({ what: `the stack ${name}`, command });
    }
    return left;
  }

  /** CloudFormation deletes no bucket that holds an object. */
  async #bucketsOf(part: (typeof STACKS)[number], signal: AbortSignal): Promise<readonly string[]> {
    const resources = await this.resources(part, signal);
    return resources
      .filter(
        ({ ResourceType, ResourceStatus }) =>
          ResourceType === "AWS::S3::Bucket" && ResourceStatus !== "DELETE_COMPLETE",
      )
      .flatMap(({ PhysicalResourceId }) => PhysicalResourceId ?? []);
  }

  async #untilGone(part: (typeof STACKS)[number], signal: AbortSignal): Promise<void> {
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
  async #described(part: (typeof STACKS)[number], signal: AbortSignal): Promise<string | undefined> {
    const parameters = { Action: "DescribeStacks", StackName: stackName(part, this.#stage), Version: VERSION };
    try {
      return await this.#aws.query("cloudformation", parameters, signal);
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  }
}

/** CloudFormation has no error code of its own for it (API Reference, "DescribeStacks"). */
const isAbsent = (error: unknown): boolean => error instanceof AwsRefusal && error.message.includes("does not exist");

const statusIn = (text: string): string => /<StackStatus>([^<]+)<\/StackStatus>/.exec(text)?.[1] ?? "without a status";
const reasonIn = (text: string): string =>
  /<StackStatusReason>([^<]+)<\/StackStatusReason>/.exec(text)?.[1] ?? "its events say why";
