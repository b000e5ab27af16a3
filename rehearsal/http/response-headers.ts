import * as z from "zod";
import { type Deployment, ofType } from "../resources/deployed.ts";
import type { Answer } from "./message.ts";

const flagged = z.looseObject({ Override: z.boolean() });
const security = z
  .strictObject({
    ContentSecurityPolicy: flagged.extend({ ContentSecurityPolicy: z.string() }).optional(),
    ContentTypeOptions: flagged.optional(),
    FrameOptions: flagged.extend({ FrameOption: z.string() }).optional(),
    ReferrerPolicy: flagged.extend({ ReferrerPolicy: z.string() }).optional(),
    StrictTransportSecurity: flagged
      .extend({
        AccessControlMaxAgeSec: z.number(),
        IncludeSubdomains: z.boolean().optional(),
        Preload: z.boolean().optional(),
      })
      .optional(),
  })
  .default({});

const policy = z.strictObject({
  Name: z.string(),
  Comment: z.string().optional(),
  CustomHeadersConfig: z
    .object({ Items: z.array(z.object({ Header: z.string(), Value: z.string(), Override: z.boolean() })) })
    .default({ Items: [] }),
  SecurityHeadersConfig: security,
  RemoveHeadersConfig: z.object({ Items: z.array(z.object({ Header: z.string() })) }).default({ Items: [] }),
});

interface Header {
  readonly name: string;
  readonly value: string;
  readonly isForced: boolean;
}

/** Returns a function that adds the headers of a response headers policy, given its id. */
export function headersPolicies(deployment: Deployment): (id: string | undefined, answer: Answer) => Answer {
  const policies = new Map(
    ofType(deployment, "AWS::CloudFront::ResponseHeadersPolicy").map(({ ref, properties }) => {
      const read = policy.parse(properties.ResponseHeadersPolicyConfig);
      return [
        ref,
        { headers: headersOf(read), removed: read.RemoveHeadersConfig.Items.map(({ Header }) => Header.toLowerCase()) },
      ];
    }),
  );
  return (id, answer) => {
    if (id === undefined) return answer;
    const found = policies.get(id);
    if (found === undefined) throw new Error(`the response headers policy ${id} is not known here`);
    return { ...answer, headers: withPolicy(answer.headers, found) };
  };
}

interface Applied {
  readonly headers: readonly Header[];
  readonly removed: readonly string[];
}

function withPolicy(given: Answer["headers"], { headers, removed }: Applied): Answer["headers"] {
  const kept = Object.fromEntries(Object.entries(given).filter(([name]) => !removed.includes(name)));
  const added = headers.filter(({ name, isForced }) => isForced || kept[name] === undefined);
  return { ...kept, ...Object.fromEntries(added.map(({ name, value }) => [name, value])) };
}

const SECURITY: readonly (readonly [
  name: string,
  value: (own: z.output<typeof security>) => string | undefined,
  part: keyof z.output<typeof security>,
])[] = [
  ["content-security-policy", (own) => own.ContentSecurityPolicy?.ContentSecurityPolicy, "ContentSecurityPolicy"],
  ["x-content-type-options", () => "nosniff", "ContentTypeOptions"],
  ["x-frame-options", (own) => own.FrameOptions?.FrameOption, "FrameOptions"],
  ["referrer-policy", (own) => own.ReferrerPolicy?.ReferrerPolicy, "ReferrerPolicy"],
  ["strict-transport-security", (own) => transportSecurity(own.StrictTransportSecurity), "StrictTransportSecurity"],
];

function headersOf({ CustomHeadersConfig, SecurityHeadersConfig: own }: z.output<typeof policy>): Header[] {
  const custom = CustomHeadersConfig.Items.map(({ Header: header, Value, Override }) => ({
    name: header.toLowerCase(),
    value: Value,
    isForced: Override,
  }));
  const secure = SECURITY.flatMap(([name, read, part]) => {
    const value = read(own);
    const isForced = own[part]?.Override;
    return value === undefined || isForced === undefined ? [] : [{ name, value, isForced }];
  });
  return [...custom, ...secure];
}

function transportSecurity(hsts: z.output<typeof security>["StrictTransportSecurity"]): string | undefined {
  if (hsts === undefined) return undefined;
  const { AccessControlMaxAgeSec: age, IncludeSubdomains, Preload } = hsts;
  return [`max-age=${age}`, ...(IncludeSubdomains ? ["includeSubDomains"] : []), ...(Preload ? ["preload"] : [])].join(
    "; ",
  );
}
