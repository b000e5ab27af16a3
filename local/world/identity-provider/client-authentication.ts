import type { IncomingHttpHeaders } from "node:http";
import { type Client, clientOf, hasSecret } from "./clients.ts";

export type ClientAuthentication =
  | { client: Client }
  | { error: "invalid_client" | "invalid_request"; description: string; usedBasic: boolean };

type Credentials = { id: string | undefined; secret: string | undefined };

/** `client_secret_basic`, `client_secret_post`, or `none` for the public client (RFC 6749, 2.3.1). */
export function authenticateClient(
  { authorization }: IncomingHttpHeaders,
  form: ReadonlyMap<string, string>,
): ClientAuthentication {
  const posted = { id: form.get("client_id"), secret: form.get("client_secret") };
  const usedBasic = authorization !== undefined;
  const basic = authorization === undefined ? undefined : basicCredentials(authorization);
  if (usedBasic && (posted.secret !== undefined || disagrees(basic, posted)))
    return { error: "invalid_request", description: "use one way of client authentication", usedBasic };
  const { id, secret } = usedBasic ? (basic ?? { id: undefined, secret: undefined }) : posted;
  const client = clientOf(id);
  return client && hasSecret(client, secret)
    ? { client }
    : { error: "invalid_client", description: "unknown client, or its secret is wrong", usedBasic };
}

const disagrees = (basic: Credentials | undefined, posted: Credentials): boolean =>
  basic !== undefined && posted.id !== undefined && posted.id !== basic.id;

function basicCredentials(authorization: string): Credentials | undefined {
  const [, encoded] = /^basic +([a-z0-9+/]+=*)$/i.exec(authorization) ?? [];
  if (encoded === undefined) return;
  const [, id, secret] = /^([^:]*):(.*)$/su.exec(Buffer.from(encoded, "base64").toString("utf8")) ?? [];
  // An empty password is how some libraries write "no secret".
  return { id: formDecoded(id), secret: formDecoded(secret) || undefined };
}

/** RFC 6749, 2.3.1: both halves are form-encoded first. What is no encoding at all is taken as it stands. */
function formDecoded(text: string | undefined): string | undefined {
  if (text === undefined) return;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
