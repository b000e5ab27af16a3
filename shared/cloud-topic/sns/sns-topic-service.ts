import { verify } from "node:crypto";
import { signedText, type TopicMessage } from "../domain/topic-message.ts";
import { type TopicService, TopicServiceUnavailableError } from "../ports.ts";
import type { BoundedGet } from "./bounded-get.ts";
import { SigningCertificates } from "./signing-certificates.ts";

/** The algorithm for each `SignatureVersion`: new topics have 1, and AWS recommends 2 (W6). */
const ALGORITHMS: ReadonlyMap<string, string> = new Map([
  ["1", "RSA-SHA1"],
  ["2", "RSA-SHA256"],
]);
const BASE64 = /^[A-Za-z0-9+/]{1,1368}={0,2}$/;

export class SnsTopicService implements TopicService {
  readonly #get: BoundedGet;
  readonly #certificates: SigningCertificates;

  constructor(get: BoundedGet, now: () => number) {
    this.#get = get;
    this.#certificates = new SigningCertificates({ get, now });
  }

  async isSigned(message: TopicMessage): Promise<boolean> {
    const algorithm = ALGORITHMS.get(message.SignatureVersion);
    if (algorithm === undefined || !BASE64.test(message.Signature)) return false;
    const signature = Buffer.from(message.Signature, "base64");
    return this.#certificates.verifies(message.SigningCertURL, (key) =>
      verify(algorithm, Buffer.from(signedText(message)), key, signature),
    );
  }

  async confirm(url: string): Promise<void> {
    const { status } = await this.#get(url);
    if (status !== 200) throw new TopicServiceUnavailableError(`the topic service answered ${status}`);
  }
}
