import { type DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { isLiving, type TableInTime } from "../../aws/dynamo/living-items.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { Counter } from "../domain/counter.ts";
import type { AbsenceFigures, FailureFigures, HourFigures } from "../domain/figures.ts";
import { type CountedFigures, EVERYBODY_SHARDS, type Figures, type Scope, type TimeRange } from "../ports.ts";
import {
  everybodysPartition,
  PREFIXES,
  stamp,
  statisticsPartition,
  toAbsence,
  toFailure,
  toHour,
} from "./counter-item.ts";

/**
 * The most pages that are read. A page has 1 MB: the hours of 90 days fill two pages, and the reasons of failures
 * rarely more than one.
 */
const MAX_PAGES = 6;

type Item = Readonly<Record<string, unknown>>;

export class DynamoCountedFigures implements CountedFigures {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: TableInTime;

  constructor(client: DynamoDBDocumentClient, options: TableInTime) {
    this.#client = client;
    this.#options = options;
  }

  async hours(scope: Scope, range: TimeRange): Promise<Figures<HourFigures>> {
    const shards = Array.from({ length: EVERYBODY_SHARDS }, (_, shard) => everybodysPartition(shard));
    const partitions = scope === "everybody" ? shards : [statisticsPartition(scope)];
    const read = await Promise.all(partitions.map((pk) => this.#read(pk, "hour", range)));
    return {
      figures: read.flatMap(({ figures }) => figures.map(toHour)),
      isComplete: read.every(({ isComplete }) => isComplete),
    };
  }

  async failures(owner: Owner, range: TimeRange): Promise<Figures<FailureFigures>> {
    const { figures, isComplete } = await this.#read(statisticsPartition(owner), "failure", range);
    return { figures: figures.flatMap((item) => toFailure(item) ?? []), isComplete };
  }

  async absences(owner: Owner, range: TimeRange): Promise<Figures<AbsenceFigures>> {
    const { figures, isComplete } = await this.#read(statisticsPartition(owner), "absence", range);
    return { figures: figures.map(toAbsence), isComplete };
  }

  /** Reads the newest items first, so that only old ones are left out. */
  async #read(pk: string, kind: Counter["kind"], { fromMs, toMs }: TimeRange): Promise<Figures<Item>> {
    const { table, clock } = this.#options;
    const figures: Item[] = [];
    let from: Item | undefined;
    for (let pages = 0; pages < MAX_PAGES; pages++) {
      const { Items = [], LastEvaluatedKey } = await this.#client.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
          ExpressionAttributeValues: {
            ":pk": pk,
            ":from": `${PREFIXES[kind]}${stamp(fromMs)}`,
            // `~` sorts behind every item of the last hour.
            ":to": `${PREFIXES[kind]}${stamp(toMs - 1)}~`,
          },
          ScanIndexForward: false,
          ...(from && { ExclusiveStartKey: from }),
        }),
      );
      figures.push(...Items.filter((item) => isLiving(item, clock)));
      if (LastEvaluatedKey === undefined) return { figures, isComplete: true };
      from = LastEvaluatedKey;
    }
    return { figures, isComplete: false };
  }
}
