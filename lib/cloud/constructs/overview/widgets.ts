import {
  GraphWidget,
  type IMetric,
  type IWidget,
  LogQueryVisualizationType,
  LogQueryWidget,
  TextWidget,
} from "aws-cdk-lib/aws-cloudwatch";
import type { ILogGroup } from "aws-cdk-lib/aws-logs";

/** A row holds widgets side by side. */
export type Row = IWidget[];

/** The grid of CloudWatch is 24 units wide. */
const WIDTH = 24;
const HALF = 12;
const TEXT_HEIGHT = 3;

/** Returns a row with a text that explains the rows below it. */
export const explained = (markdown: string): Row => [new TextWidget({ markdown, width: WIDTH, height: TEXT_HEIGHT })];

export const graph = (title: string, left: readonly IMetric[], right: readonly IMetric[] = []): IWidget =>
  new GraphWidget({ title, left: [...left], right: [...right], width: HALF });

/**
 * Returns a table that queries the logs. It costs nothing until somebody looks, and then in proportion to the logs of
 * the chosen time.
 */
export const asked = (title: string, logs: readonly ILogGroup[], queryLines: readonly string[]): IWidget =>
  new LogQueryWidget({
    title,
    logGroupNames: logs.map(({ logGroupName }) => logGroupName),
    queryLines: [...queryLines],
    view: LogQueryVisualizationType.TABLE,
    width: HALF,
    height: 6,
  });
