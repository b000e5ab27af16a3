import { Duration, Stack } from "aws-cdk-lib";
import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  type ResponseCustomHeader,
  ResponseHeadersPolicy,
  type ResponseSecurityHeadersBehavior,
} from "aws-cdk-lib/aws-cloudfront";
import type { Construct } from "constructs";

/** Browsers remember for two years that they may reach this name over TLS only. */
const REMEMBERED = Duration.days(730);

const TYPED: Readonly<Record<string, (value: string) => ResponseSecurityHeadersBehavior>> = {
  "content-security-policy": (contentSecurityPolicy) => ({
    contentSecurityPolicy: { contentSecurityPolicy, override: true },
  }),
  "x-content-type-options": () => ({ contentTypeOptions: { override: true } }),
  "x-frame-options": (value) => ({
    frameOptions: {
      frameOption: value === "DENY" ? HeadersFrameOption.DENY : HeadersFrameOption.SAMEORIGIN,
      override: true,
    },
  }),
  "referrer-policy": (value) => ({ referrerPolicy: { referrerPolicy: referrerPolicyOf(value), override: true } }),
};

function referrerPolicyOf(value: string): HeadersReferrerPolicy {
  const known = Object.values(HeadersReferrerPolicy).find((policy) => policy.toString() === value);
  if (known === undefined) throw new Error(`no referrer policy is called ${value}`);
  return known;
}

/** Behaviours share these policies, because an account may have only 20 custom ones. */
const made = new WeakMap<Stack, Map<string, ResponseHeadersPolicy>>();

/** Returns the CloudFront policy for these headers. Behaviours with the same headers share one. */
export function siteHeaders(
  scope: Construct,
  id: string,
  headers: Readonly<Record<string, string>>,
): ResponseHeadersPolicy {
  const stack = Stack.of(scope);
  const policies = made.get(stack) ?? new Map<string, ResponseHeadersPolicy>();
  made.set(stack, policies);
  const key = JSON.stringify(Object.entries(headers).toSorted());
  const policy = policies.get(key) ?? newPolicy(scope, id, headers);
  policies.set(key, policy);
  return policy;
}

/**
 * Creates a policy. CloudFront has settings of its own for some headers, and takes all other headers by name and value.
 * Every policy also makes browsers use TLS in future.
 */
function newPolicy(scope: Construct, id: string, headers: Readonly<Record<string, string>>): ResponseHeadersPolicy {
  const entries = Object.entries(headers);
  let securityHeadersBehavior: ResponseSecurityHeadersBehavior = {
    strictTransportSecurity: { accessControlMaxAge: REMEMBERED, includeSubdomains: false, override: true },
  };
  for (const [name, value] of entries)
    securityHeadersBehavior = { ...securityHeadersBehavior, ...TYPED[name]?.(value) };
  const customHeaders: ResponseCustomHeader[] = entries
    .filter(([name]) => TYPED[name] === undefined)
    .map(([header, value]) => ({ header, value, override: true }));
  return new ResponseHeadersPolicy(scope, id, {
    comment: `Herald: ${id}`,
    securityHeadersBehavior,
    ...(customHeaders.length > 0 && { customHeadersBehavior: { customHeaders } }),
  });
}
