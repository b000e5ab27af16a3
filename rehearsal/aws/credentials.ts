import { randomBytes, timingSafeEqual } from "node:crypto";
import { type SignedRequest, signatureOf } from "./signature.ts";

/** Contains the keys of a session of a role, which Lambda gives to each function. */
export interface Session {
  /** The ARN of the role. */
  readonly role: string;
  /** The principal has the form `arn:aws:sts::…:assumed-role/<role>/<function>`. */
  readonly principal: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
}

export interface Sessions {
  open(role: string, functionName: string): Session;
  /** Returns the session that signed a request. Throws an `UnsignedError` if none did. */
  signerOf(request: SignedRequest): Session;
}

export class UnsignedError extends Error {
  override readonly name = "UnsignedError";
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/,\s]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request,\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/;

export function sessions(): Sessions {
  const byKey = new Map<string, Session>();
  return {
    open(role, functionName) {
      const session: Session = {
        role,
        principal: `${role.replace(":iam:", ":sts:").replace(":role/", ":assumed-role/")}/${functionName}`,
        accessKeyId: `ASIA${randomBytes(8).toString("hex").toUpperCase()}`,
        secretAccessKey: randomBytes(30).toString("base64"),
        sessionToken: randomBytes(48).toString("base64"),
      };
      byKey.set(session.accessKeyId, session);
      return session;
    },
    signerOf(request) {
      const [, accessKeyId = "", day = "", region = "", service = "", names = "", signature = ""] =
        AUTHORIZATION.exec(request.headers.authorization ?? "") ?? [];
      const session = byKey.get(accessKeyId);
      if (session === undefined) throw new UnsignedError("the request is not signed by a role of the deployment");
      if (request.headers["x-amz-security-token"] !== session.sessionToken)
        throw new UnsignedError("the session token is missing or of another session");
      const scope = { secret: session.secretAccessKey, day, region, service, names: names.split(";") };
      if (!isSame(signatureOf(request, scope), signature))
        throw new UnsignedError("the signature does not fit the request");
      return session;
    },
  };
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
