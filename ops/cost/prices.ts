/**
 * On this day the list prices of us-east-1 were read, in US dollars. They do not include the chat platform's own
 * charges, which depend on country and category, nor free tiers except for outgoing traffic. Check them in the
 * provider's calculator before a budget depends on them.
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
  /** The price of one unit in dollars. */
  readonly dollars: number;
}

const perMillion = (service: Service, dollars: number): Price => ({ service, dollars: dollars / 1e6 });
const each = (service: Service, dollars: number): Price => ({ service, dollars });

export const PRICES = {
  edgeRequests: perMillion("CloudFront", 1),
  edgeFunctionCalls: perMillion("CloudFront", 0.1),
  edgeGigabytesOut: each("CloudFront", 0.085),
  /** API Gateway bills one request for every 512 KB. */
  gatewayRequests: perMillion("API Gateway", 1),
  functionCalls: perMillion("Lambda", 0.2),
  /** The functions run on arm64, which is cheaper than x86. */
  functionGigabyteSeconds: each("Lambda", 0.0000133334),
  /** AWS lists no price for a web function, so the price of a function is assumed. */
  webFunctionRequests: perMillion("Lambda", 0.2),
  webFunctionGigabyteSeconds: each("Lambda", 0.0000133334),
  tableWriteUnits: perMillion("DynamoDB", 0.625),
  tableReadUnits: perMillion("DynamoDB", 0.125),
  tableGigabyteMonths: each("DynamoDB", 0.25),
  /** Point-in-time recovery is billed for the table without its global indexes. */
  tableBackupGigabyteMonths: each("DynamoDB", 0.2),
  queueRequests: perMillion("SQS", 0.4),
  /**
   * A message with a group is billed in addition to requests. Receiving and deleting are assumed to count, which was
   * not checked.
   */
  fairQueueRequests: perMillion("SQS", 0.1),
  topicDeliveries: perMillion("SNS", 0.6),
  keyRequests: perMillion("KMS", 3),
  keyMonths: each("KMS", 1),
  objectWrites: perMillion("S3", 5),
  objectReads: perMillion("S3", 0.4),
  objectGigabyteMonths: each("S3", 0.023),
  logGigabytes: each("CloudWatch", 0.5),
  /** Queries of Logs Insights are billed by the gigabytes that they scan. */
  logScannedGigabytes: each("CloudWatch", 0.005),
  metricMonths: each("CloudWatch", 0.3),
  /** An alarm is billed for each metric that it reads. */
  alarmMonths: each("CloudWatch", 0.1),
  dashboardMonths: each("CloudWatch", 3),
  secretMonths: each("Secrets Manager", 0.4),
  chatMessages: each("End User Messaging", 0.005),
  /**
   * The price of the access control list (ACL) itself. The rules that an operator adds to the list cost a dollar each.
   */
  webAclMonths: each("WAF", 5),
  webAclRequests: perMillion("WAF", 0.6),
  /** Traffic from functions to mail servers is billed beyond the first 100 GB. */
  outboundGigabytes: each("Data transfer", 0.09),
} as const satisfies Readonly<Record<string, Price>>;

export type Unit = keyof typeof PRICES;
