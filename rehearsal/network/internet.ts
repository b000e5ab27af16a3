import { once } from "node:events";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { createSecureContext, type SecureContext } from "node:tls";
import type { CertificateAuthority } from "../../local/certificate-authority.ts";

export interface Site {
  /** Says whether the site serves this host. */
  readonly isFor: (host: string) => boolean;
  readonly listener: RequestListener;
}

/** Represents all hosts outside the functions, which share one port of this machine. */
export interface Internet {
  /** Connections to port 443 of any host lead to this port. */
  readonly port: number;
  add(site: Site): void;
  /** Counts the attempts of functions to reach hosts that do not exist, by host. */
  readonly unknown: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** Uploads of files take longer than calls, so the limit is generous. */
const REQUEST_MS = 300_000;

/** Serves all added hosts, each with a certificate of the authority. */
export async function startInternet(authority: CertificateAuthority): Promise<Internet> {
  const sites: Site[] = [];
  const unknown = new Map<string, number>();
  const contexts = new Map<string, Promise<SecureContext>>();
  const contextOf = (host: string): Promise<SecureContext> => {
    const known = contexts.get(host) ?? authority.issue([host]).then((issued) => createSecureContext(issued));
    contexts.set(host, known);
    return known;
  };
  const server = createSecureServer(
    {
      requestTimeout: REQUEST_MS,
      SNICallback: (host, done) => {
        contextOf(host).then(
          (context) => done(null, context),
          (error: Error) => done(error),
        );
      },
    },
    (request, response) => {
      const host = hostOf(request);
      const site = sites.find((one) => one.isFor(host));
      if (site) return site.listener(request, response);
      unknown.set(host, (unknown.get(host) ?? 0) + 1);
      refuse(response, host);
    },
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the internet has no port");
  return {
    port: address.port,
    add: (site) => void sites.push(site),
    unknown,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

export const hostOf = ({ headers: { host = "" } }: IncomingMessage): string => host.replace(/:\d+$/, "").toLowerCase();

function refuse(response: ServerResponse, host: string): void {
  response.writeHead(502, { "content-type": "text/plain" }).end(`the rehearsal has no host ${host}\n`);
}
