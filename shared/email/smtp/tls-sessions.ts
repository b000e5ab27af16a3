import type { TLSSocket } from "node:tls";

const MAX_SESSIONS = 200;

/**
 * The latest TLS session per host name and port: resuming saves a round trip and the certificates. Keyed by the name that
 * was verified, since a resumed session is not verified again.
 */
export class TlsSessions {
  readonly #sessions = new Map<string, Buffer>();

  of(host: string, port: number): Buffer | undefined {
    return this.#sessions.get(`${host}:${port}`);
  }

  /** Follows a socket: TLS 1.3 hands out its session after the handshake, often more than once. */
  follow(socket: TLSSocket, host: string, port: number): void {
    socket.on("session", (session: Buffer) => this.keep(session, host, port));
  }

  keep(session: Buffer, host: string, port: number): void {
    const key = `${host}:${port}`;
    this.#sessions.delete(key);
    this.#sessions.set(key, session);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > MAX_SESSIONS && oldest !== undefined) this.#sessions.delete(oldest);
  }
}
