import type { TableDefinition } from "../tables.ts";

/** Grants refer to these ARNs. */
export interface CapabilityTargets {
  readonly tableArn: (name: TableDefinition["name"]) => string;
  readonly contentArn: string;
  readonly sealingKeyArn: string;
  readonly deliveryQueueArn: string;
  readonly mediaQueueArn: string;
  /** `media` is undefined when the deployment keeps no media; grants on media then have no resources. */
  readonly media?: { readonly arn: string; readonly keyPrefix: string } | undefined;
  /** The objects of mails that came back; undefined when the deployment takes none back. */
  readonly returnedMailArn?: string | undefined;
  readonly inboundMessageQueueArn: string;
  readonly chatEventQueueArn: string;
  readonly returnedMailQueueArn: string;
  readonly announcementDeadLettersArn: string;
  readonly webhookQueueArn: string;
  readonly sandboxQueueArn: string;
  /** The ARN is undefined when the issuer is not a user pool; grants on a pool then have no resources. */
  readonly userPoolArn?: string | undefined;
  /** Matches every business account or number of the deployment's own AWS account, in any region. */
  readonly chatProviderArn: (kind: "waba" | "phone-number-id") => string;
}

export interface Grant {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions?: Readonly<Record<string, unknown>>;
}
export type GrantOf = (targets: CapabilityTargets) => Grant;
