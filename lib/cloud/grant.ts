import type { TableDefinition } from "../tables.ts";

/** The ARNs that capabilities are about. */
export interface CapabilityTargets {
  readonly tableArn: (name: TableDefinition["name"]) => string;
  readonly contentArn: string;
  readonly sealingKeyArn: string;
  readonly deliveryQueueArn: string;
  readonly mediaQueueArn: string;
  /** Undefined when the deployment keeps no media: then nothing is granted that is about them. */
  readonly media?: { readonly arn: string; readonly keyPrefix: string } | undefined;
  readonly chatEventQueueArn: string;
  readonly announcementDeadLettersArn: string;
  readonly webhookQueueArn: string;
  /** Undefined when the issuer is no user pool: then nothing is granted that is about one. */
  readonly userPoolArn?: string | undefined;
  /** Every business account or number of the deployment's own cloud account, in whatever region it is linked. */
  readonly chatProviderArn: (kind: "waba" | "phone-number-id") => string;
}

export interface Grant {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions?: Readonly<Record<string, unknown>>;
}
export type GrantOf = (targets: CapabilityTargets) => Grant;
