import { connect, isIP, type Socket, type TcpNetConnectOpts } from "node:net";
import { type ConnectionOptions, connect as connectTls, type SecureContext, type TLSSocket } from "node:tls";
import {
  type AddressGuard,
  AddressRefusedError,
  AddressUnresolvedError,
  type VettedAddress,
} from "../../kernel/network/address-guard.ts";
import { pinnedLookup } from "../../kernel/network/pinned-lookup.ts";
import type { Owner } from "../../kernel/owner.ts";
import { type Attempt, whenOver } from "./attempt.ts";
import { failureAt, SmtpFailure } from "./smtp-failure.ts";

/** Node tries the next address, of IPv4 or IPv6 in turn, after this long (RFC 8305 proposes a quarter of a second). */
const NEXT_FAMILY_MS = 500;

/** The port between mail servers. A network that blocks this port gives no answer, which looks like a silent server. */
const RELAY_PORT = 25;
const RELAY_PORT_CLOSED = " (many networks, AWS Lambda among them, close port 25: use 587 or 465)";
const SILENCE = "ETIMEDOUT";

/** Resets the connection. The kernel then drops unsent bytes, so that the server can never take half a message for a whole one. */
export function abandon(socket: Socket): void {
  if (socket.connecting) socket.destroy();
  else socket.resetAndDestroy();
}

/** Resolves a host to vetted addresses. A refused address is terminal, because only a change of the account's settings helps. */
export async function vettedAddresses(
  guard: AddressGuard,
  host: string,
  owner: Owner,
): Promise<readonly VettedAddress[]> {
  try {
    return await guard.resolve(host, owner);
  } catch (cause) {
    const isRefused = cause instanceof AddressRefusedError;
    if (!isRefused && !(cause instanceof AddressUnresolvedError)) throw cause;
    throw new SmtpFailure({ stage: "resolve", message: cause.message, isTerminal: isRefused, cause });
  }
}

const silence = (timeoutMs: number): Error =>
  Object.assign(new Error(`no answer within ${timeoutMs} ms`), { code: SILENCE });

/** True when the server was silent. Of several addresses, one silent address is enough. */
function isSilence(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isSilence);
  return error instanceof Error && "code" in error && error.code === SILENCE;
}

interface Waiting {
  readonly socket: Socket;
  readonly event: "connect" | "secureConnect";
  readonly timeoutMs: number;
}

/** Waits for one event of a socket with a time limit, and destroys the socket when it throws. */
function opened({ socket, event, timeoutMs }: Waiting): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      socket.removeListener(event, onOpen).removeListener("error", onError).removeListener("close", onClose);
      finish();
    };
    const fail = (error: Error) => {
      socket.on("error", () => {});
      socket.destroy();
      settle(() => reject(error));
    };
    const onOpen = () => settle(resolve);
    const onError = (error: Error) => fail(error);
    const onClose = () => fail(new Error("connection closed by the server"));
    const timer = setTimeout(() => fail(silence(timeoutMs)), timeoutMs);
    socket.once(event, onOpen).once("error", onError).once("close", onClose);
  });
}

export interface TcpTarget {
  readonly addresses: readonly VettedAddress[];
  readonly port: number;
  readonly timeoutMs: number;
  /** Node's `connect` opens the socket unless another function is given. */
  readonly dial?: (options: TcpNetConnectOpts) => Socket;
}

/** Tries the vetted addresses one after the other. The attempt's signal ends it at any time. */
export async function openTcp(
  { addresses, port, timeoutMs, dial = connect }: TcpTarget,
  attempt: Attempt,
): Promise<Socket> {
  attempt.stage = () => "connect";
  const isOneFamily = new Set(addresses.map(({ family }) => family)).size === 1;
  const socket = dial({
    host: "vetted.invalid",
    port,
    lookup: pinnedLookup(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: isOneFamily
      ? Math.max(10, Math.floor(timeoutMs / addresses.length))
      : NEXT_FAMILY_MS,
  });
  socket.setNoDelay(true);
  // Without a listener, an error would end the process. This one is there before and between the listeners of the socket's users.
  socket.on("error", () => {});
  const stopWatching = whenOver(attempt, () => abandon(socket));
  try {
    await opened({ socket, event: "connect", timeoutMs });
    return socket;
  } catch (error) {
    const { stage, message } = failureAt("connect", "connection failed", error);
    const hint = port === RELAY_PORT && isSilence(error) ? RELAY_PORT_CLOSED : "";
    throw new SmtpFailure({ stage, message: `${message}${hint}`, cause: error });
  } finally {
    stopWatching();
  }
}

export interface TlsIdentity {
  readonly host: string;
  readonly secureContext: SecureContext;
  readonly session?: Buffer | undefined;
}

/** The certificate must match the host in the settings, and not the address that the host resolved to. */
export function tlsOptions({ host, secureContext, session }: TlsIdentity): ConnectionOptions {
  const name = host.replace(/\.$/, "");
  return {
    host: name,
    secureContext,
    rejectUnauthorized: true,
    minVersion: "TLSv1.2",
    ...(isIP(name) === 0 ? { servername: name } : {}),
    ...(session ? { session } : {}),
  };
}

export interface TlsUpgrade extends TlsIdentity {
  readonly raw: Socket;
  readonly timeoutMs: number;
}

/** Encrypts from the first byte (`tls`). */
export async function openTls(upgrade: TlsUpgrade, attempt: Attempt): Promise<TLSSocket> {
  attempt.stage = () => "tls";
  const { raw, timeoutMs } = upgrade;
  const stopWatching = whenOver(attempt, () => abandon(raw));
  try {
    const socket = connectTls({ ...tlsOptions(upgrade), socket: raw });
    await opened({ socket, event: "secureConnect", timeoutMs });
    return socket;
  } catch (error) {
    raw.destroy();
    throw failureAt("tls", "TLS failed", error);
  } finally {
    stopWatching();
  }
}
