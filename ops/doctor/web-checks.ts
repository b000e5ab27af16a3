import { connect } from "node:net";
import * as z from "zod";
import { type Check, failed, ok } from "./check.ts";

/** Describes the subset of `fetch` that the checks use. */
export type Ask = (
  url: string,
  options: { readonly signal: AbortSignal },
) => Promise<Pick<Response, "status" | "json" | "text">>;

const discovery = z.looseObject({ issuer: z.string(), jwks_uri: z.url() });
const keySet = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) });

/** Checks that an address answers 200. */
export const answers = (name: string, url: string, { ask, advice }: { ask: Ask; advice: string }): Check => ({
  name,
  look: async (signal) => {
    const { status } = await ask(url, { signal });
    return status === 200 ? ok(url) : failed(`${url} answers ${status}`, advice);
  },
});

export const discoveryUrl = (issuer: string): string => `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;

/** Checks the two documents that the service also reads before it accepts a token. */
export const identityProvider = (issuer: string, ask: Ask): Check => ({
  name: "identity provider",
  look: async (signal) => {
    const url = discoveryUrl(issuer);
    const answer = await ask(url, { signal });
    if (answer.status !== 200)
      return failed(`${url} answers ${answer.status}`, "oidcIssuer must be the provider's issuer");
    const read = discovery.safeParse(await answer.json());
    if (!read.success) return failed(`${url} is no discovery document`, "oidcIssuer must be the provider's issuer");
    if (read.data.issuer !== issuer)
      return failed(`calls itself ${read.data.issuer}`, "set oidcIssuer to exactly that: tokens carry it as iss");
    const keys = keySet.safeParse(await (await ask(read.data.jwks_uri, { signal })).json());
    if (!keys.success) return failed(`${read.data.jwks_uri} has no keys`, "tokens cannot be verified without them");
    const count = keys.data.keys.length;
    return ok(`${issuer}, ${count === 1 ? "one signing key" : `${count} signing keys`}`);
  },
});

/** Checks that a mail server greets. */
export const mailServer = (host: string, port: number): Check => ({
  name: "SMTP",
  look: async (signal) => {
    const greeting = await greetingOf(host, port, signal);
    return greeting.startsWith("220")
      ? ok(`${host}:${port} greets`)
      : failed(
          `${host}:${port} says ${JSON.stringify(greeting.slice(0, 80))}`,
          "it is no mail server, or it refuses us",
        );
  },
});

const GREETING_BYTES = 512;

/** Returns the greeting of the server. On port 465 TLS comes first, so an accepted connection is enough there. */
function greetingOf(host: string, port: number, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, signal });
    const end = (text: string) => {
      socket.destroy();
      resolve(text);
    };
    if (port === 465) socket.once("connect", () => end("220"));
    socket.once("data", (chunk) => end(chunk.subarray(0, GREETING_BYTES).toString("latin1")));
    socket.once("end", () => end(""));
    socket.once("error", reject);
  });
}
