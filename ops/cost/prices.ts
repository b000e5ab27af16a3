/**
 * List prices of us-east-1 in US dollars, without free tiers and without what the chat platform charges beside AWS, which depends
 * on country and category. Read on 2026-11-20; check them in the provider's calculator before a budget depends on them.
 */
export const PRICES_READ_ON = "2026-11-20";

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
  tableWriteUnits: perMillion("DynamoDB", 0.625),
  tableReadUnits: perMillion("DynamoDB", 0.125),
  tableGigabyteMonths: each("DynamoDB", 0.25),
  queueRequests: perMillion("SQS", 0.4),
  topicDeliveries: perMillion("SNS", 0.6),
  keyRequests: perMillion("KMS", 3),
  keyMonths: each("KMS", 1),
  objectWrites: perMillion("S3", 5),
  objectReads: perMillion("S3", 0.4),
  objectGigabyteMonths: each("S3", 0.023),
  logGigabytes: each("CloudWatch", 0.5),
  metricMonths: each("CloudWatch", 0.3),
  alarmMonths: each("CloudWatch", 0.1),
  dashboardMonths: each("CloudWatch", 3),
  secretMonths: each("Secrets Manager", 0.4),
  chatMessages: each("End User Messaging", 0.005),
} as const satisfies Readonly<Record<string, Price>>;

export type Unit = keyof typeof PRICES;
