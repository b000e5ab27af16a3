import { request as plainRequest, type RequestListener } from "node:http";
import { pipeline } from "node:stream/promises";

/** Passes requests for another host to a server on this machine. */
export function passTo(endpoint: string): RequestListener {
  const { hostname, port } = new URL(endpoint);
  return (request, response) => {
    const headers = { ...request.headers, host: `${hostname}:${port}` };
    const outgoing = plainRequest({ hostname, port, method: request.method, path: request.url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, response).catch(() => response.destroy());
    });
    outgoing.once("error", () => response.destroy());
    pipeline(request, outgoing).catch(() => response.destroy());
  };
}
