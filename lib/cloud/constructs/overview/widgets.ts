import {
  GraphWidget,
  type IMetric,
  type IWidget,
  LogQueryVisualizationType,
  LogQueryWidget,
  TextWidget,
} from "aws-cdk-lib/aws-cloudwatch";
import type { ILogGroup } from "aws-cdk-lib/aws-logs";

/** Widgets side by side. */
export type Row = IWidget[];

/** CloudWatch's grid is 24 wide. */
const WIDTH = 24;
const HALF = 12;
const TEXT_HEIGHT = 3;

/** Says how the rows below it are to be read. */
export const explained = (markdown: string): Row => [new TextWidget({ markdown, width: WIDTH, height: TEXT_HEIGHT })];

export const graph = (title: string, left: readonly IMetric[], right: readonly IMetric[] = []): IWidget =>
  new GraphWidget({ title, left: [...left], right: [...right], width: HALF });

/** A table out of the log. Nothing is kept for it: it is paid when somebody looks, by what the logs of the page's time hold. */
export const asked = (title: string, logs: readonly ILogGroup[], queryLines: readonly string[]): IWidget =>
  new LogQueryWidget({
    title,
    logGroupNames: logs.map(({ logGroupName }) => logGroupName),
    queryLines: [...queryLines],
    view: LogQueryVisualizationType.TABLE,
    width: HALF,
    height: 6,
  });
