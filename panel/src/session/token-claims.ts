/** The claims of an access token. They decide only what is shown; the service decides what is allowed. */
export interface TokenClaims {
  readonly sub: string;
  readonly name: string;
  readonly roles: readonly string[];
}

/** Accepts `role` as a string or an array (D8), and treats a token that is no JWT as having no claims. */
export function claimsOf(accessToken: string): TokenClaims {
  const claims = new Map<string, unknown>(Object.entries(payloadOf(accessToken)));
  const text = (name: string): string => {
    const value = claims.get(name);
    return typeof value === "string" ? value : "";
  };
  const sub = text("sub");
  const name = text("display_name") || text("name") || text("preferred_username") || text("email") || sub;
  return { sub, name, roles: textsIn(claims.get("role")) };
}

const textsIn = (value: unknown): string[] =>
  [value].flat().filter((entry): entry is string => typeof entry === "string");

function payloadOf(token: string): object {
  try {
    const [, payload = ""] = token.split(".");
    const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === "object" && claims !== null ? claims : {};
  } catch {
    return {};
  }
}
