import { Agent as TlsAgent } from "node:https";
import { type AddressGuard, AddressRefusedError, AddressUnresolvedError } from "../../kernel/network/address-guard.ts";
import { withinDeadline } from "../../kernel/network/deadline.ts";
import { errorText } from "../../kernel/network/error-text.ts";
import { TurnPostponedError } from "../../kernel/network/owner-turns.ts";
import { type Answer, postRequest } from "../../kernel/network/post-request.ts";
import { MAX_PROVIDER_MESSAGE_BYTES, providerMessage } from "../../kernel/network/provider-message.ts";
import { trust } from "../../kernel/network/trust.ts";
import type { Mail, MailOutcome, MailStage } from "../domain/mail.ts";
import type { HttpApiSettings } from "../domain/sending-account.ts";
import type { HttpProviderTemplates, Mailer, MailRoute } from "../ports.ts";
import { providerRequest, UnusableSettingsError } from "./provider-request.ts";

export interface HttpApiMailerOptions {
  readonly guard: AddressGuard;
  readonly templates: HttpProviderTemplates;
  /** Certificates of authorities (PEM) that are trusted in addition to Node's own. */
  readonly extraAuthorities?: readonly string[];
  readonly requestTimeoutMs?: number;
}

/** The specification limits the request to this time (L-http-api). */
const REQUEST_TIMEOUT_MS = 15_000;
/** Timeout (RFC 9110), too early (RFC 8470) and too many requests (RFC 6585): the same request may succeed later. */
const PASSING_STATUSES = new Set([408, 425, 429]);

interface Progress {
  stage: MailStage;
  status?: number;
}

interface Failure {
  readonly stage: MailStage;
  readonly message: string;
  readonly code?: number | undefined;
  readonly isTerminal?: boolean;
}

/** More of an error answer is read than is shown, so that a credential at the place of the cut is found and hidden as a whole. */
const MAX_READ_BYTES = 4 * MAX_PROVIDER_MESSAGE_BYTES;
const bytesRead = (status: number): number => (isSuccess(status) ? 0 : MAX_READ_BYTES);

const isSuccess = (status: number): boolean => status >= 200 && status < 300;
const isFinal = (status: number) => status >= 400 && status < 500 && !PASSING_STATUSES.has(status);

/** Sends through a provider's HTTP API. The account's templates make the request (R-http-api-data, P-http-api, D12). */
export class HttpApiMailer implements Mailer<HttpApiSettings> {
  readonly #guard: AddressGuard;
  readonly #templates: HttpProviderTemplates;
  readonly #tlsAgent: TlsAgent;
  readonly #requestTimeoutMs: number;

  constructor(options: HttpApiMailerOptions) {
    this.#guard = options.guard;
    this.#templates = options.templates;
    const secureContext = trust(options.extraAuthorities);
    this.#tlsAgent = new TlsAgent({ keepAlive: false, maxCachedSessions: 0, secureContext });
    this.#requestTimeoutMs = options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS;
  }

  async send(route: MailRoute<HttpApiSettings>, mail: Mail, timeoutMs: number): Promise<MailOutcome> {
    const limitMs = Math.min(timeoutMs, this.#requestTimeoutMs);
    const progress: Progress = { stage: "resolve" };
    const work = (signal: AbortSignal) => this.#attempt(route, mail, { progress, signal });
    const late = (): MailOutcome => {
      const { stage, status } = progress;
      if (status !== undefined) return answerOutcome({ status, text: "" }, route, mail);
      return failed({ stage, message: `no answer from the provider within ${limitMs} ms` }, route);
    };
    return withinDeadline(limitMs, work, late);
  }

  async #attempt(route: MailRoute<HttpApiSettings>, mail: Mail, { progress, signal }: Running): Promise<MailOutcome> {
    try {
      const request = providerRequest(this.#templates, route, mail);
      const addresses = await this.#guard.resolve(request.url.hostname, route.owner);
      signal.throwIfAborted();
      progress.stage = "request";
      route.onStage?.("request");
      const onStatus = (status: number) => {
        progress.status = status;
      };
      const answer = await postRequest(request, { addresses, tlsAgent: this.#tlsAgent, signal, bytesRead, onStatus });
      return answerOutcome(answer, route, mail);
    } catch (error) {
      if (error instanceof TurnPostponedError)
        return { kind: "postponed", retryInSeconds: error.retryInSeconds, cause: error.message };
      return failed(failureOf(error, progress.stage), route);
    }
  }
}

interface Running {
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

function failureOf(error: unknown, stage: MailStage): Failure {
  if (error instanceof UnusableSettingsError) return { stage: "request", message: error.message, isTerminal: true };
  if (error instanceof AddressRefusedError) return { stage: "resolve", message: error.message, isTerminal: true };
  if (error instanceof AddressUnresolvedError) return { stage: "resolve", message: error.message };
  // Before the request, only the address guard does I/O, and its errors are handled above. Any other error there is a bug.
  if (stage !== "request" || !(error instanceof Error)) throw error;
  return { stage, message: `request failed: ${errorText(error)}` };
}

function failed({ stage, message, code, isTerminal = false }: Failure, route: MailRoute<HttpApiSettings>): MailOutcome {
  return { kind: "failed", isTerminal, stage, code, cause: providerMessage(message, { secret: route.secret }) };
}

function answerOutcome({ status, text }: Answer, route: MailRoute<HttpApiSettings>, mail: Mail): MailOutcome {
  if (isSuccess(status)) {
    return {
      kind: "answered",
      recipients: mail.envelope.map((address) => ({ address, result: "accepted", code: status })),
    };
  }
  const message = `provider answered ${status}${text.trim() === "" ? "" : `: ${text}`}`;
  return failed({ stage: "request", message, code: status, isTerminal: isFinal(status) }, route);
}
