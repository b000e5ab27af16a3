import { Duration, Fn, Validations } from "aws-cdk-lib";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  type FunctionAssociation,
  HttpVersion,
  type IOrigin,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  PriceClass,
  type ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { Construct } from "constructs";
import { ASSET_HEADERS } from "../../panel-site.ts";
import { panelProvider } from "../edge-settings.ts";
import type { Settings } from "../settings.ts";
import { edgeFunction } from "./edge-function.ts";
import { edgeLog } from "./edge-log.ts";
import { PanelSite } from "./panel-site.ts";
import { siteHeaders } from "./site-headers.ts";

export interface EdgeProps {
  readonly settings: Settings;
  readonly secret: string;
  /** `https://…` addresses of what stands behind the edge. */
  readonly apiUrl: string;
  /** Functions with an address of their own, by path. */
  readonly functionUrls: Readonly<Record<string, string>>;
  /** Host of the upload server, and its paths. */
  readonly uploads?: { readonly host: string; readonly paths: readonly string[] } | undefined;
  readonly media?: { readonly pathPattern: string; readonly behavior: BehaviorOptions } | undefined;
}

/** The API's and the panel's routes to the same thing share a pattern: a distribution has no more than 25 (CloudFront's quotas). */
function patternsOf(paths: readonly string[]): readonly string[] {
  const patterns = paths.map((path) => path.replaceAll(/\{\w+\}/g, "*"));
  const tails = patterns.map((pattern) => pattern.replace(/^\/(?:api\/v1|panel\/api)(?=\/)/, "/*"));
  const isShared = (tail: string): boolean => tails.filter((one) => one === tail).length > 1;
  return [
    ...new Set(
      patterns.map((pattern, index) => tails.filter(isShared).find((tail) => tail === tails[index]) ?? pattern),
    ),
  ];
}

const SECRET_HEADER = "x-origin-secret";
/**
 * Longer than what stands behind: the gateway gives up after 30 s, the upload server 100 s after a body's end
 * (`functions/web/media-upload/request-body.ts`). CloudFront's longest without a raised quota is 120 s.
 */
const READ_TIMEOUT = { api: Duration.seconds(35), uploads: Duration.seconds(110) } as const;
/** Below the upload server's own, so that it is never the server that closes. */
const KEEP_ALIVE = Duration.seconds(55);
const hostOf = (url: string): string => Fn.select(2, Fn.split("/", url));

/** The one address of the service, {base_url}: what belongs where, and nothing reaches it but through here. */
export class Edge extends Construct {
  readonly distribution: Distribution;
  readonly panel: PanelSite;
  /** Without a slash at its end. */
  readonly baseUrl: string;

  constructor(scope: Construct, id: string, props: EdgeProps) {
    super(scope, id);
    const { settings, media } = props;
    const api = this.#origin(hostOf(props.apiUrl), props.secret);
    this.panel = new PanelSite(this, "Panel", { provider: panelProvider(settings), api });
    // Beside what the functions say themselves.
    const headers = siteHeaders(this, "ApiHeaders", ASSET_HEADERS);
    const passed = passOn(api, { before: edgeFunction(this, "api-request"), headers });
    this.distribution = new Distribution(this, "Distribution", {
      comment: `Herald ${settings.stage}`,
      defaultBehavior: passed,
      additionalBehaviors: {
        ...this.#uploads(props, headers),
        ...Object.fromEntries(
          Object.entries(props.functionUrls).map(([path, url]) => [
            path,
            { ...passed, origin: this.#origin(hostOf(url), props.secret) },
          ]),
        ),
        ...(media && { [media.pathPattern]: media.behavior }),
        // Before the panel's own patterns, which would take it for a page.
        "/admin/api/*": passed,
        ...this.panel.behaviors,
      },
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_ALL,
      ...this.#name(settings),
      ...(settings.webAclArn && { webAclId: settings.webAclArn }),
      ...(settings.edgeAccessLogs && { enableLogging: true, logBucket: edgeLog(this, settings.logRetentionDays) }),
    });
    this.baseUrl = `https://${settings.domainName ?? this.distribution.distributionDomainName}`;
    this.#acknowledge(settings);
  }

  #origin(host: string, secret: string, readTimeout: Duration = READ_TIMEOUT.api): HttpOrigin {
    return new HttpOrigin(host, {
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      originSslProtocols: [OriginSslPolicy.TLS_V1_2],
      customHeaders: { [SECRET_HEADER]: secret },
      readTimeout,
      keepaliveTimeout: KEEP_ALIVE,
    });
  }

  #uploads({ uploads, secret }: EdgeProps, headers: ResponseHeadersPolicy): Record<string, BehaviorOptions> {
    if (uploads === undefined) return {};
    const origin = this.#origin(uploads.host, secret, READ_TIMEOUT.uploads);
    const behavior = passOn(origin, { before: edgeFunction(this, "upload-request"), headers });
    return Object.fromEntries(patternsOf(uploads.paths).map((pattern) => [pattern, behavior]));
  }

  #name({ domainName, certificateArn }: Settings) {
    if (domainName === undefined || certificateArn === undefined) return {};
    return {
      domainNames: [domainName],
      certificate: Certificate.fromCertificateArn(this, "Certificate", certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    };
  }

  #acknowledge({ domainName, webAclArn, edgeAccessLogs }: Settings): void {
    const reasons: [boolean, string, string][] = [
      [true, "AwsSolutions-CFR1", "A service without borders: a web ACL may draw some."],
      [
        webAclArn === undefined,
        "AwsSolutions-CFR2",
        "A limiter stands in the functions; a web ACL is the setting webAclArn.",
      ],
      [
        !edgeAccessLogs,
        "AwsSolutions-CFR3",
        "Every function logs its requests without callers' addresses; the setting edgeAccessLogs adds them.",
      ],
      [
        domainName === undefined,
        "AwsSolutions-CFR4",
        "CloudFront's own name has CloudFront's own certificate, whose TLS versions cannot be chosen.",
      ],
    ];
    for (const [isOpen, id, reason] of reasons) if (isOpen) Validations.of(this).acknowledge({ id, reason });
  }
}

/** Nothing is kept at the edge, and everything but the host goes on: gateways know their functions by it. */
const passOn = (
  origin: IOrigin,
  { before, headers }: { readonly before: FunctionAssociation; readonly headers: ResponseHeadersPolicy },
): BehaviorOptions => ({
  origin,
  responseHeadersPolicy: headers,
  functionAssociations: [before],
  cachePolicy: CachePolicy.CACHING_DISABLED,
  originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
  allowedMethods: AllowedMethods.ALLOW_ALL,
  viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
  compress: false,
});
