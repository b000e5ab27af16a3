import * as z from "zod";
import type { User } from "./directory-shape.ts";
import { json, type Reply, type WholeRequest } from "./http-messages.ts";
import type { Provider } from "./provider.ts";

const TARGET = "AWSCognitoIdentityProviderService.ListUsers";
const MAX_LIMIT = 60;
const FILTER = /^\s*(\w+)\s*(\^=|=)\s*"((?:[^"\\]|\\.)*)"\s*$/;

const input = z.object({
  UserPoolId: z.string().min(1),
  AttributesToGet: z.array(z.string()).optional(),
  Limit: z.int().min(0).max(MAX_LIMIT).default(MAX_LIMIT),
  Filter: z.string().max(256).default(""),
});

const refusal = (kind: string, message: string): Reply => json(400, { __type: kind, message });

/** Answers the one call of Amazon Cognito's user pools that the service makes. Every pool has the users of the directory. */
export function listUsers({ directory }: Provider, { headers, body }: WholeRequest): Reply {
  if (headers["x-amz-target"] !== TARGET) return refusal("UnknownOperationException", "this provider lists users only");
  if (!headers.authorization?.startsWith("AWS4-HMAC-SHA256 "))
    return refusal("MissingAuthenticationTokenException", "the request is not signed");
  const request = input.safeParse(parsed(body));
  if (!request.success) return refusal("InvalidParameterException", "the request is not one of ListUsers");
  const { Limit, Filter, AttributesToGet } = request.data;
  const isMeant = filterOf(Filter);
  if (isMeant === undefined) return refusal("InvalidParameterException", "the filter is not valid");
  const found = directory.current().users.map(attributesOf).filter(isMeant).slice(0, Limit);
  return json(200, { Users: found.map((attributes) => listed(attributes, AttributesToGet)) });
}

type Attributes = Readonly<Record<string, string>>;

function attributesOf({ sub, profile, email }: User): Attributes {
  const { name, given_name, family_name, preferred_username } = profile;
  const all = { sub, name, given_name, family_name, preferred_username, email: email?.address };
  return Object.fromEntries(Object.entries(all).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}

const listed = (attributes: Attributes, wanted: readonly string[] | undefined) => ({
  Username: attributes.sub,
  Enabled: true,
  UserStatus: "CONFIRMED",
  Attributes: Object.entries(attributes)
    .filter(([name]) => wanted?.includes(name) ?? true)
    .map(([Name, Value]) => ({ Name, Value })),
});

/**
 * Parses a filter on one attribute, by its whole value or its beginning. An empty filter matches everybody. Returns
 * undefined for a filter that Amazon Cognito would refuse.
 */
function filterOf(filter: string): ((attributes: Attributes) => boolean) | undefined {
  if (filter === "") return () => true;
  const [, attribute = "", comparison, quoted] = FILTER.exec(filter) ?? [];
  if (quoted === undefined) return undefined;
  const text = quoted.replace(/\\(.)/g, "$1");
  return (attributes) => {
    const value = attributes[attribute];
    return comparison === "=" ? value === text : (value?.startsWith(text) ?? false);
  };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
