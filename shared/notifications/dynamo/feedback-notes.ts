import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { type DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { isLiving } from "../../aws/dynamo/living-items.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import type { Clock } from "../../kernel/clock.ts";
import { type Feedback, feedbackAttribute } from "../domain/feedback.ts";
import { changeOf } from "../domain/lifecycle-change.ts";
import type { NotedFeedback, NotificationKey } from "../ports.ts";
import { updateOf } from "./lifecycle-update.ts";
import { feedbackReport } from "./notification-item.ts";
import { stateKey } from "./notification-key.ts";

export interface FeedbackNotesOptions {
  readonly table: string;
  readonly leaseMs: number;
  readonly clock: Clock;
}

/** Each report is an attribute of its notification's state. The worker's writes and the reports of other recipients leave it alone. */
export class FeedbackNotes {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: FeedbackNotesOptions;

  constructor(client: DynamoDBDocumentClient, options: FeedbackNotesOptions) {
    this.#client = client;
    this.#options = options;
  }

  async note(key: NotificationKey, feedback: Feedback): Promise<NotedFeedback | undefined> {
    const { clock, leaseMs } = this.#options;
    const change = changeOf({ event: "feedback_noted", feedback }, { nowMs: clock.now(), leaseMs });
    const returned = { ReturnValuesOnConditionCheckFailure: "ALL_OLD" } as const;
    try {
      await this.#client.send(new UpdateCommand({ ...this.#address(key), ...updateOf(change, key), ...returned }));
      return { feedback, isNew: true };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return this.#known(feedback, error.Item === undefined ? undefined : unmarshall(error.Item));
    }
  }

  async settle(key: NotificationKey, feedback: Feedback): Promise<void> {
    if (feedback.suppressionDue === undefined) return;
    const update = new UpdateCommand({
      ...this.#address(key),
      UpdateExpression: "REMOVE #report.#due",
      ConditionExpression: "#report.#due = :due",
      ExpressionAttributeNames: { "#report": feedbackAttribute(feedback), "#due": "suppressionDue" },
      ExpressionAttributeValues: { ":due": feedback.suppressionDue },
    });
    await undefinedIfConditionFailed(this.#client.send(update));
  }

  #known(feedback: Feedback, item: Readonly<Record<string, unknown>> | undefined): NotedFeedback | undefined {
    const noted = item && isLiving(item, this.#options.clock) ? item[feedbackAttribute(feedback)] : undefined;
    return noted === undefined ? undefined : { feedback: feedbackReport.parse(noted), isNew: false };
  }

  #address = (key: NotificationKey) => ({ TableName: this.#options.table, Key: stateKey(key) });
}
