export interface ListenAddress {
  readonly port: number;
  /** Without a host the server listens on every address of the machine. */
  readonly host?: string;
}

const DEFAULT_PORT = 8080;
const MAX_PORT = 65_535;
/** The text is a name, an IPv4 address, or an IPv6 address in brackets, followed by the port. */
const ENDPOINT = /^(?:\[(?<address>[0-9A-Fa-f:.]+)\]|(?<name>[A-Za-z0-9.-]+)):(?<port>\d{1,5})$/;

/**
 * A web function listens exactly at `AWS_LAMBDA_HTTP_ENDPOINT`: Lambda sends requests nowhere else, and sets no `PORT`
 * (AWS Lambda Developer Guide, "Environment variables" of web functions). Elsewhere the server listens at `PORT` and
 * `HOST`. An invalid value throws, so that a wrong setting fails the start.
 */
export function listenAddress(environment: Readonly<Record<string, string | undefined>>): ListenAddress {
  const { AWS_LAMBDA_HTTP_ENDPOINT: endpoint, PORT: port = "", HOST: host = "" } = environment;
  if (endpoint !== undefined) return ofEndpoint(endpoint);
  return { port: port === "" ? DEFAULT_PORT : portOf(port, "PORT"), ...(host !== "" && { host }) };
}

function ofEndpoint(endpoint: string): ListenAddress {
  const { address, name, port } = ENDPOINT.exec(endpoint)?.groups ?? {};
  const host = address ?? name;
  if (host === undefined || port === undefined) throw new Error("AWS_LAMBDA_HTTP_ENDPOINT must be host:port");
  return { port: portOf(port, "AWS_LAMBDA_HTTP_ENDPOINT"), host };
}

function portOf(text: string, variable: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= MAX_PORT)) throw new Error(`${variable} must name a port from 0 to ${MAX_PORT}`);
  return port;
}
