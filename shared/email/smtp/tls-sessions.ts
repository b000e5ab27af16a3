import type { TLSSocket } from "node:tls";

const MAX_SESSIONS = 200;

/** Keeps the latest TLS session of each verified name and port; resuming one saves a round trip and the check of certificates. */
export class TlsSessions {
  readonly #sessions = new Map<string, Buffer>();

  of(host: string, port: number): Buffer | undefined {
    return this.#sessions.get(`${host}:${port}`);
  }

  /** Keeps the sessions that a socket receives later, because TLS 1.3 sends its sessions after the handshake, often more than one. */
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
