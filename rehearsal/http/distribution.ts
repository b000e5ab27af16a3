import { randomUUID } from "node:crypto";
import * as z from "zod";
import { isValidLink, type TrustedKey } from "../../local/aws/media-origin/link-signature.ts";
import { type Deployed, type Deployment, ofType } from "../resources/deployed.ts";
import { isRecord } from "../template/intrinsics.ts";
import { type Answer, type Message, textAnswer, withoutHopByHop } from "./message.ts";
import { headersPolicies } from "./response-headers.ts";
import { type Viewer, type ViewerFunction, viewerFunction } from "./viewer-function.ts";

/** Sends a request to the origin with this host. */
export type AskOrigin = (host: string, message: Message, body: Buffer) => Promise<Answer>;

export interface DistributionOptions {
  readonly deployment: Deployment;
  readonly askOrigin: AskOrigin;
  /** Reads an object of a bucket in the role of this distribution, under the bucket's policy. */
  readonly readObject: (bucketHost: string, message: Message, distributionArn: string) => Promise<Answer>;
  /** Lists public keys that were uploaded by hand, with the ids to which the template refers. */
  readonly keys: readonly TrustedKey[];
}

export interface Distribution {
  readonly domainNames: readonly string[];
  answer(message: Message, body: Buffer, viewerIp: string): Promise<Answer>;
}

const association = z.looseObject({ EventType: z.string(), FunctionARN: z.string() });
const behaviour = z.looseObject({
  PathPattern: z.string().optional(),
  AllowedMethods: z.array(z.string()).default(["GET", "HEAD"]),
  TargetOriginId: z.string(),
  CachePolicyId: z.string().optional(),
  OriginRequestPolicyId: z.string().optional(),
  ResponseHeadersPolicyId: z.string().optional(),
  TrustedKeyGroups: z.array(z.string()).default([]),
  FunctionAssociations: z.array(association).default([]),
});
type Behaviour = z.output<typeof behaviour>;

const origin = z.looseObject({
  Id: z.string(),
  DomainName: z.string(),
  OriginCustomHeaders: z.array(z.object({ HeaderName: z.string(), HeaderValue: z.string() })).default([]),
  S3OriginConfig: z.looseObject({}).optional(),
  OriginAccessControlId: z.string().optional(),
});
type Origin = z.output<typeof origin>;

const group = z.looseObject({
  Id: z.string(),
  FailoverCriteria: z.looseObject({ StatusCodes: z.looseObject({ Items: z.array(z.number()) }) }),
  Members: z.looseObject({ Items: z.array(z.looseObject({ OriginId: z.string() })) }),
});

const config = z.looseObject({
  Aliases: z.array(z.string()).default([]),
  CacheBehaviors: z.array(behaviour).default([]),
  DefaultCacheBehavior: behaviour,
  Origins: z.array(origin),
  OriginGroups: z.looseObject({ Items: z.array(group).default([]) }).optional(),
});

/** AWS's managed policy "AllViewerExceptHostHeader". Any other policy is an error. */
const ALL_BUT_HOST = "b689b0a8-53d0-40ab-baf2-68738e2966ac";
const WITHOUT_POLICY = new Set(["content-type", "content-length", "x-viewer-ip", "range"]);
const VIEWER_FUNCTIONS = new Set(["viewer-request", "viewer-response"]);

export function distribution(options: DistributionOptions): Distribution {
  const { deployment } = options;
  const [deployed] = ofType(deployment, "AWS::CloudFront::Distribution");
  if (deployed === undefined) throw new Error("the deployment has no distribution");
  const read = config.parse(deployed.properties.DistributionConfig);
  const parts: Parts = {
    ...options,
    deployed,
    origins: new Map(read.Origins.map((one) => [one.Id, one])),
    groups: new Map((read.OriginGroups?.Items ?? []).map((one) => [one.Id, one])),
    functions: functionsOf(deployment),
    addHeaders: headersPolicies(deployment),
    keysOf: keyGroups(deployment, options.keys),
    queryStrings: queryStringsOf(deployment),
    domainNames: [...read.Aliases, deployed.attributes.DomainName ?? ""],
  };
  const behaviours = [...read.CacheBehaviors, read.DefaultCacheBehavior].map((one) => ({
    one,
    fits: pathTest(one.PathPattern),
  }));
  return {
    domainNames: parts.domainNames,
    async answer(message, body, viewerIp) {
      const found = behaviours.find(({ fits }) => fits(message.path))?.one;
      if (found === undefined || !found.AllowedMethods.includes(message.method))
        return edgeError(403, "This distribution is not configured to allow the HTTP request method");
      return new Passage(parts, found, viewerIp).answer(message, body);
    },
  };
}

interface Parts extends DistributionOptions {
  readonly deployed: Deployed;
  readonly origins: ReadonlyMap<string, Origin>;
  readonly groups: ReadonlyMap<string, z.output<typeof group>>;
  readonly functions: ReadonlyMap<string, ViewerFunction>;
  readonly addHeaders: (policy: string | undefined, answer: Answer) => Answer;
  readonly keysOf: (group: string) => readonly TrustedKey[];
  /** Maps cache policies to the query parameters that they make part of the cache key. */
  readonly queryStrings: ReadonlyMap<string, readonly string[]>;
  readonly domainNames: readonly string[];
}

/** Carries one request through the distribution, from the viewer to the origin and back. */
class Passage {
  readonly #parts: Parts;
  readonly #behaviour: Behaviour;
  readonly #viewer: Viewer;

  constructor(parts: Parts, found: Behaviour, ip: string) {
    this.#parts = parts;
    this.#behaviour = found;
    const { ref, attributes } = parts.deployed;
    this.#viewer = { ip, requestId: randomUUID(), domainName: attributes.DomainName ?? "", distributionId: ref };
  }

  async answer(given: Message, body: Buffer): Promise<Answer> {
    const { TrustedKeyGroups: groups, ResponseHeadersPolicyId: policy } = this.#behaviour;
    if (groups.length > 0 && !this.#isSigned(given, groups)) return edgeError(403, "AccessDenied");
    const viewed = this.#functionOf("viewer-request")?.onRequest(given, this.#viewer) ?? {
      kind: "request" as const,
      message: given,
    };
    const answer =
      viewed.kind === "request"
        ? await this.#fromOrigin(viewed.message, body)
        : { status: viewed.status, headers: viewed.headers, body: Buffer.from(viewed.body) };
    const withPolicy = this.#parts.addHeaders(policy, answer);
    return this.#seenByViewer(given, withPolicy);
  }

  #seenByViewer(message: Message, answer: Answer): Answer {
    const last = this.#functionOf("viewer-response");
    if (last === undefined) return answer;
    const plain = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
    return { ...answer, headers: last.onResponse(message, { status: answer.status, headers: plain }, this.#viewer) };
  }

  #functionOf(eventType: string): ViewerFunction | undefined {
    const found = this.#behaviour.FunctionAssociations.find(({ EventType }) => EventType === eventType);
    return found && this.#parts.functions.get(found.FunctionARN);
  }

  #isSigned({ path, query }: Message, groups: readonly string[]): boolean {
    const target = query === "" ? path : `${path}?${query}`;
    const [name = ""] = this.#parts.domainNames;
    return groups
      .flatMap((one) => this.#parts.keysOf(one))
      .some((key) => isValidLink({ target, origin: `https://${name}`, key, nowMs: Date.now() }));
  }

  async #fromOrigin(message: Message, body: Buffer): Promise<Answer> {
    const { TargetOriginId: id } = this.#behaviour;
    const found = this.#parts.groups.get(id);
    if (found === undefined) return this.#ask(id, message, body);
    const [first = "", second = ""] = found.Members.Items.map(({ OriginId }) => OriginId);
    const answer = await this.#ask(first, message, body);
    const isOver = found.FailoverCriteria.StatusCodes.Items.includes(answer.status);
    return isOver ? this.#ask(second, message, body) : answer;
  }

  async #ask(id: string, message: Message, body: Buffer): Promise<Answer> {
    const { origins, readObject, askOrigin, deployed } = this.#parts;
    const to = origins.get(id);
    if (to === undefined) throw new Error(`there is no origin ${id}`);
    const arn = `arn:aws:cloudfront::${deployed.account}:distribution/${deployed.ref}`;
    // Without an access control the bucket's policy would not recognise the distribution.
    if (to.S3OriginConfig && to.OriginAccessControlId === undefined) return edgeError(403, "AccessDenied");
    if (to.S3OriginConfig) return readObject(to.DomainName, { ...message, query: this.#keptQuery(message.query) }, arn);
    const own = Object.fromEntries(
      to.OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [HeaderName.toLowerCase(), HeaderValue]),
    );
    const headers = { ...this.#forwarded(message), ...own, host: to.DomainName };
    return askOrigin(to.DomainName, { ...message, headers }, body);
  }

  /** Returns the query for the origin. Without an origin request policy it has only the parameters of the cache key. */
  #keptQuery(query: string): string {
    const kept = this.#parts.queryStrings.get(this.#behaviour.CachePolicyId ?? "") ?? [];
    return new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => kept.includes(name))).toString();
  }

  /** Returns the viewer's headers that the origin request policy lets through, and those that CloudFront adds. */
  #forwarded({ headers }: Message): Record<string, string> {
    const { OriginRequestPolicyId: policy } = this.#behaviour;
    const added = {
      via: "1.1 rehearsal.cloudfront.net (CloudFront)",
      "x-amz-cf-id": this.#viewer.requestId,
      "x-forwarded-for": this.#viewer.ip,
    };
    if (policy === undefined) {
      // Without a policy the origin gets only the headers of the content.
      const kept = Object.entries(headers).filter(([name]) => WITHOUT_POLICY.has(name));
      return { ...Object.fromEntries(kept), ...added, "user-agent": "Amazon CloudFront" };
    }
    if (policy !== ALL_BUT_HOST) throw new Error(`the origin request policy ${policy} is not known here`);
    const plain = withoutHopByHop(headers);
    return { ...Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, String(value)])), ...added };
  }
}

function functionsOf(deployment: Deployment): ReadonlyMap<string, ViewerFunction> {
  for (const { properties, logicalId } of ofType(deployment, "AWS::CloudFront::Distribution")) {
    const used = JSON.stringify(properties).matchAll(/"EventType":"([a-z-]+)"/g);
    for (const [, event = ""] of used)
      if (!VIEWER_FUNCTIONS.has(event)) throw new Error(`${logicalId}: ${event} is not known here`);
  }
  return new Map(
    ofType(deployment, "AWS::CloudFront::Function").map(({ properties, logicalId, attributes }) => {
      const { Runtime } = isRecord(properties.FunctionConfig) ? properties.FunctionConfig : {};
      return [attributes.FunctionARN ?? "", viewerFunction(logicalId, Runtime, String(properties.FunctionCode))];
    }),
  );
}

const cachePolicy = z.looseObject({
  ParametersInCacheKeyAndForwardedToOrigin: z.looseObject({
    QueryStringsConfig: z.looseObject({
      QueryStringBehavior: z.enum(["none", "whitelist"]),
      QueryStrings: z.array(z.string()).default([]),
    }),
  }),
});

const queryStringsOf = (deployment: Deployment): ReadonlyMap<string, readonly string[]> =>
  new Map(
    ofType(deployment, "AWS::CloudFront::CachePolicy").map(({ ref, properties }) => {
      const { ParametersInCacheKeyAndForwardedToOrigin: inKey } = cachePolicy.parse(properties.CachePolicyConfig);
      return [ref, inKey.QueryStringsConfig.QueryStrings];
    }),
  );

function keyGroups(deployment: Deployment, keys: readonly TrustedKey[]): (group: string) => readonly TrustedKey[] {
  const byGroup = new Map(
    ofType(deployment, "AWS::CloudFront::KeyGroup").map(({ ref, properties }) => {
      const { Items } = isRecord(properties.KeyGroupConfig) ? properties.KeyGroupConfig : {};
      const ids = Array.isArray(Items) ? Items.map(String) : [];
      return [ref, keys.filter(({ id }) => ids.includes(id))];
    }),
  );
  return (ref) => byGroup.get(ref) ?? [];
}

/**
 * Returns a test for paths. In the pattern, `*` stands for any text and `?` for any character. A pattern may omit the
 * leading slash.
 */
function pathTest(pattern: string | undefined): (path: string) => boolean {
  if (pattern === undefined) return () => true;
  const source = pattern
    .replace(/^\/?/, "/")
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  const test = new RegExp(`^${source}$`, "s");
  return (path) => test.test(path);
}

const edgeError = (status: number, why: string): Answer =>
  textAnswer(status, "text/html", `<HTML><BODY><H1>${status} ERROR</H1>${why}</BODY></HTML>`);
