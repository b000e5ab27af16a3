import * as z from "zod";
import type { PanelProvider } from "../panel-site.ts";

const flag = z.union([z.boolean(), z.stringbool()]);
const host = z
  .string()
  .regex(
    /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/,
    "must be a host name such as a.example.com",
  );

/** The policy that names them has to fit into one header. */
const MAX_ORIGINS = 5;
const HTTPS_ORIGIN = /^https:\/\/(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}(?::\d{1,5})?$/;
/** As browsers write it: without the usual port. */
const isOrigin = (text: string): boolean => HTTPS_ORIGIN.test(text) && URL.parse(text)?.origin === text;
const origins = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(/\s*,\s*/).filter(Boolean))])
  .pipe(
    z
      .array(z.string().max(253).refine(isOrigin, "must be origins such as https://a.example.com, without a path"))
      .max(MAX_ORIGINS),
  );

/** The settings of a deployment for its front door. */
export const edgeShape = {
  /** The name under which callers reach the service; without it they use the distribution's own. */
  domainName: host.optional(),
  /** For `domainName`. CloudFront takes certificates of us-east-1 only. */
  certificateArn: z
    .string()
    .regex(/^arn:aws:acm:us-east-1:\d{12}:certificate\/[\w-]+$/, "must be the ARN of a certificate in us-east-1")
    .optional(),
  /** A web ACL of WAF that stands before everything. */
  webAclArn: z
    .string()
    .regex(
      /^arn:aws:wafv2:us-east-1:\d{12}:global\/webacl\/[\w-]+\/[\w-]+$/,
      "must be the ARN of a global web ACL (us-east-1)",
    )
    .optional(),
  /** Callers' addresses and paths, in a bucket, for as long as other logs; off unless asked for. */
  edgeAccessLogs: flag.default(false),
  /** Raised by one, it rotates the secret between edge and functions. */
  originSecretGeneration: z.coerce.number().int().positive().default(1),
  /** Where the identity provider has its token endpoint, when that is not its issuer's origin; the panel may ask there too. */
  oidcOrigins: origins.default([]),
  /** The panel's client at the identity provider: public, code with PKCE. */
  panelClientId: z.string().min(1).default("herald-panel"),
  /** Asked for at sign-in beside the required scope. */
  panelScope: z.string().default("openid profile email offline_access"),
  /** Where the upload server runs as a container; without it the stack runs it as a web function. */
  uploadServerDomain: host.optional(),
} as const;

const shape = z.object(edgeShape);

/** The identity provider, as the panel's policy admits it. */
export const panelProvider = ({
  oidcIssuer,
  oidcOrigins,
}: {
  readonly oidcIssuer: string;
  readonly oidcOrigins: readonly string[];
}): PanelProvider => ({ issuer: oidcIssuer, origins: oidcOrigins });

/** Of the two that only make sense together, the one that is missing. */
export function missingEdgeSetting({
  domainName,
  certificateArn,
}: z.output<typeof shape>): "domainName" | "certificateArn" | undefined {
  if ((domainName === undefined) === (certificateArn === undefined)) return undefined;
  return domainName === undefined ? "domainName" : "certificateArn";
}
