import * as z from "zod";
import type { PanelProvider } from "../panel-site.ts";

const flag = z.union([z.boolean(), z.stringbool()]);
const host = z
  .string()
  .regex(
    /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/,
    "must be a host name such as a.example.com",
  );

/** The policy that lists the origins must fit into one header. */
const MAX_ORIGINS = 5;
const HTTPS_ORIGIN = /^https:\/\/(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}(?::\d{1,5})?$/;
/** Says whether a text is an origin as browsers write it, which is without the default port. */
const isOrigin = (text: string): boolean => HTTPS_ORIGIN.test(text) && URL.parse(text)?.origin === text;
const origins = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(/\s*,\s*/).filter(Boolean))])
  .pipe(
    z
      .array(z.string().max(253).refine(isOrigin, "must be origins such as https://a.example.com, without a path"))
      .max(MAX_ORIGINS),
  );

/** These settings configure the front door of a deployment. */
export const edgeShape = {
  /** Callers reach the service under this name; without it they use the name of the distribution. */
  domainName: host.optional(),
  /** This certificate belongs to `domainName`. CloudFront takes only certificates of us-east-1. */
  certificateArn: z
    .string()
    .regex(/^arn:aws:acm:us-east-1:\d{12}:certificate\/[\w-]+$/, "must be the ARN of a certificate in us-east-1")
    .optional(),
  /** This WAF web ACL filters all requests. */
  webAclArn: z
    .string()
    .regex(
      /^arn:aws:wafv2:us-east-1:\d{12}:global\/webacl\/[\w-]+\/[\w-]+$/,
      "must be the ARN of a global web ACL (us-east-1)",
    )
    .optional(),
  /** Says whether callers' addresses and paths are logged into a bucket and kept as long as other logs. */
  edgeAccessLogs: flag.default(false),
  /** To rotate the secret between the edge and the functions, raise this number by one. */
  originSecretGeneration: z.coerce.number().int().positive().default(1),
  /**
   * Lists origins of the identity provider's token endpoint that differ from the issuer's. The panel may send requests
   * there too.
   */
  oidcOrigins: origins.default([]),
  /** Names the panel's client at the identity provider, which is a public client that uses the code flow with PKCE. */
  panelClientId: z.string().min(1).default("herald-panel"),
  /** The sign-in requests these scopes in addition to the required one. */
  panelScope: z.string().default("openid profile email offline_access"),
  /**
   * Says whether files may be uploaded. If not, uploads are refused and the stack has no upload server, which not every
   * region can have.
   */
  uploads: flag.default(true),
  /**
   * Names the host of an upload server that runs as a container. Without it the stack deploys the server as a web
   * function.
   */
  uploadServerDomain: host.optional(),
} as const;

const shape = z.object(edgeShape);

/** Returns the identity provider in the form that the panel's security policy needs. */
export const panelProvider = ({
  oidcIssuer,
  oidcOrigins,
}: {
  readonly oidcIssuer: string;
  readonly oidcOrigins: readonly string[];
}): PanelProvider => ({ issuer: oidcIssuer, origins: oidcOrigins });

/** Returns the missing one of two settings that are useful only together. */
export function missingEdgeSetting({
  domainName,
  certificateArn,
}: z.output<typeof shape>): "domainName" | "certificateArn" | undefined {
  if ((domainName === undefined) === (certificateArn === undefined)) return undefined;
  return domainName === undefined ? "domainName" : "certificateArn";
}

/** Says whether a stage has web functions for uploads. Some regions do not know the types of their resources. */
export const hasUploadFunction = ({
  uploads,
  uploadServerDomain,
}: Pick<z.output<typeof shape>, "uploads" | "uploadServerDomain">): boolean =>
  uploads && uploadServerDomain === undefined;
