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
import { removalOf } from "../kept.ts";
import type { Settings } from "../settings.ts";
import { edgeFunction } from "./edge-function.ts";
import { edgeLog } from "./edge-log.ts";
import { PanelSite } from "./panel-site.ts";
import { siteHeaders } from "./site-headers.ts";

export interface EdgeProps {
  readonly settings: Settings;
  readonly secret: string;
  /** The `https://…` address of the HTTP API behind the edge. */
  readonly apiUrl: string;
  /** Maps paths to the URLs of functions that have an address of their own. */
  readonly functionUrls: Readonly<Record<string, string>>;
  /** Names the paths of uploads and the host of their server. Without a host, uploads are refused. */
  readonly uploads: { readonly host: string | undefined; readonly paths: readonly string[] };
  readonly media?: { readonly pathPattern: string; readonly behavior: BehaviorOptions } | undefined;
}

const patternOf = (path: string): string => path.replaceAll(/\{\w+\}/g, "*");

/** The behaviours of several paths share these parts. */
interface Shared {
  readonly api: HttpOrigin;
  readonly headers: ResponseHeadersPolicy;
}

const SECRET_HEADER = "x-origin-secret";
/**
 * The edge waits longer than the servers behind it: the gateway gives up after 30 s, and the upload server 100 s after
 * the end of a body (`functions/web/media-upload/request-body.ts`). CloudFront allows 120 s without a raised quota.
 */
const READ_TIMEOUT = { api: Duration.seconds(35), uploads: Duration.seconds(110) } as const;
/** The edge closes idle connections earlier than the upload server, so that no request meets a closing connection. */
const KEEP_ALIVE = Duration.seconds(55);
const hostOf = (url: string): string => Fn.select(2, Fn.split("/", url));

/**
 * Builds the edge, which is the service's only public address, {base_url}. The edge decides which request goes where,
 * and nobody can reach the servers behind it directly.
 */
export class Edge extends Construct {
  readonly distribution: Distribution;
  readonly panel: PanelSite;
  /** The address has no slash at its end. */
  readonly baseUrl: string;

  constructor(scope: Construct, id: string, props: EdgeProps) {
    super(scope, id);
    const { settings, media } = props;
    const api = this.#origin(hostOf(props.apiUrl), props.secret);
    this.panel = new PanelSite(this, "Panel", { provider: panelProvider(settings), api });
    // The functions add the other headers themselves.
    const headers = siteHeaders(this, "ApiHeaders", ASSET_HEADERS);
    const passed = passOn(api, { before: edgeFunction(this, "api-request"), headers });
    this.distribution = new Distribution(this, "Distribution", {
      comment: `Herald ${settings.stage}`,
      defaultBehavior: passed,
      additionalBehaviors: {
        ...this.#uploads(props, { api, headers }),
        ...Object.fromEntries(
          Object.entries(props.functionUrls).map(([path, url]) => [
            path,
            { ...passed, origin: this.#origin(hostOf(url), props.secret) },
          ]),
        ),
        ...(media && { [media.pathPattern]: media.behavior }),
        // This pattern must precede the panel's patterns, which would treat the path as a page.
        "/admin/api/*": passed,
        ...this.panel.behaviors,
      },
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_ALL,
      ...this.#name(settings),
      ...(settings.webAclArn && { webAclId: settings.webAclArn }),
      ...(settings.edgeAccessLogs && {
        enableLogging: true,
        logBucket: edgeLog(this, settings.logRetentionDays, removalOf(settings)),
      }),
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

  #uploads({ uploads: { host, paths }, secret }: EdgeProps, { api, headers }: Shared): Record<string, BehaviorOptions> {
    const origin = host === undefined ? api : this.#origin(host, secret, READ_TIMEOUT.uploads);
    const before = edgeFunction(this, host === undefined ? "upload-refusal" : "upload-request");
    const behavior = passOn(origin, { before, headers });
    return Object.fromEntries(paths.map((path) => [patternOf(path), behavior]));
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

/**
 * Returns a behaviour that caches nothing and passes on everything except the host, by which gateways identify their
 * functions.
 */
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
