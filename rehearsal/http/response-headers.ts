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
      .extend({ AccessControlMaxAgeSec: z.number(), IncludeSubdomains: z.boolean().optional(), Preload: z.boolean().optional() })
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
  readonly overrides: boolean;
}

/** Adds the headers of a response headers policy, by its id. */
export function headersPolicies(deployment: Deployment): (id: string | undefined, answer: Answer) => Answer {
  const policies = new Map(
    ofType(deployment, "AWS::CloudFront::ResponseHeadersPolicy").map(({ ref, properties }) => {
      const read = policy.parse(properties.ResponseHeadersPolicyConfig);
      return [ref, { headers: headersOf(read), removed: read.RemoveHeadersConfig.Items.map(({ Header }) => Header.toLowerCase()) }];
    }),
  );
  return (id, answer) => {
    if (id === undefined) return answer;
    const found = policies.get(id);
    if (found === undefined) throw new Error(`the response headers policy ${id} is not known here`);
    const headers: Record<string, string | readonly string[]> = { ...answer.headers };
    for (const name of found.removed) delete headers[name];
    for (const { name, value, overrides } of found.headers) if (overrides || headers[name] === undefined) headers[name] = value;
    return { ...answer, headers };
  };
}

function headersOf({ CustomHeadersConfig, SecurityHeadersConfig: own }: z.output<typeof policy>): Header[] {
  const custom = CustomHeadersConfig.Items.map(({ Header, Value, Override }) => ({ name: Header.toLowerCase(), value: Value, overrides: Override }));
  const header = (name: string, value: string | undefined, part: { Override: boolean } | undefined): Header[] =>
    value === undefined || part === undefined ? [] : [{ name, value, overrides: part.Override }];
  const { ContentSecurityPolicy: csp, ContentTypeOptions: types, FrameOptions: frame, ReferrerPolicy: referrer, StrictTransportSecurity: hsts } = own;
  const age = hsts && `max-age=${hsts.AccessControlMaxAgeSec}${hsts.IncludeSubdomains ? "; includeSubDomains" : ""}${hsts.Preload ? "; preload" : ""}`;
  return [
    ...custom,
    ...header("content-security-policy", csp?.ContentSecurityPolicy, csp),
    ...header("x-content-type-options", "nosniff", types),
    ...header("x-frame-options", frame?.FrameOption, frame),
    ...header("referrer-policy", referrer?.ReferrerPolicy, referrer),
    ...header("strict-transport-security", age, hsts),
  ];
}
