/**
 * List prices of us-east-1 in US dollars, without what the chat platform charges beside AWS, which depends on country and category, and
 * without free tiers but for traffic out. Check them in the provider's calculator before a budget depends on them.
 */
export const PRICES_READ_ON = "2026-11-22";

export const SERVICES = [
  "CloudFront",
  "API Gateway",
  "Lambda",
  "DynamoDB",
  "SQS",
  "SNS",
  "KMS",
  "S3",
  "CloudWatch",
  "Secrets Manager",
  "End User Messaging",
  "WAF",
  "Data transfer",
] as const;
export type Service = (typeof SERVICES)[number];

interface Price {
  readonly service: Service;
  /** For one of the unit. */
  readonly dollars: number;
}

const perMillion = (service: Service, dollars: number): Price => ({ service, dollars: dollars / 1e6 });
const each = (service: Service, dollars: number): Price => ({ service, dollars });

export const PRICES = {
  edgeRequests: perMillion("CloudFront", 1),
  edgeFunctionCalls: perMillion("CloudFront", 0.1),
  edgeGigabytesOut: each("CloudFront", 0.085),
  /** One per 512 KB of request. */
  gatewayRequests: perMillion("API Gateway", 1),
  functionCalls: perMillion("Lambda", 0.2),
  /** arm64. */
  functionGigabyteSeconds: each("Lambda", 0.0000133334),
  /** Of a web function. No list of its price was at hand: taken as a function's, and not checked. */
  webFunctionRequests: perMillion("Lambda", 0.2),
  webFunctionGigabyteSeconds: each("Lambda", 0.0000133334),
  tableWriteUnits: perMillion("DynamoDB", 0.625),
  tableReadUnits: perMillion("DynamoDB", 0.125),
  tableGigabyteMonths: each("DynamoDB", 0.25),
  /** Point-in-time recovery: of the table, without its global indexes. */
  tableBackupGigabyteMonths: each("DynamoDB", 0.2),
  queueRequests: perMillion("SQS", 0.4),
  /** Beside the requests of a message that has a group. Whether receiving and deleting count was not checked: here they do. */
  fairQueueRequests: perMillion("SQS", 0.1),
  topicDeliveries: perMillion("SNS", 0.6),
  keyRequests: perMillion("KMS", 3),
  keyMonths: each("KMS", 1),
  objectWrites: perMillion("S3", 5),
  objectReads: perMillion("S3", 0.4),
  objectGigabyteMonths: each("S3", 0.023),
  logGigabytes: each("CloudWatch", 0.5),
  /** By a query of Logs Insights. */
  logScannedGigabytes: each("CloudWatch", 0.005),
  metricMonths: each("CloudWatch", 0.3),
  /** One per metric that an alarm looks at. */
  alarmMonths: each("CloudWatch", 0.1),
  dashboardMonths: each("CloudWatch", 3),
  secretMonths: each("Secrets Manager", 0.4),
  chatMessages: each("End User Messaging", 0.005),
  /** The list itself; its rules are their owner's, and cost a dollar each. */
  webAclMonths: each("WAF", 5),
  webAclRequests: perMillion("WAF", 0.6),
  /** From functions to mail servers, after the first 100 GB. */
  outboundGigabytes: each("Data transfer", 0.09),
} as const satisfies Readonly<Record<string, Price>>;

export type Unit = keyof typeof PRICES;
