import { createSecureContext, getCACertificates, type SecureContext } from "node:tls";

/**
 * Requires TLS 1.2 or newer (D12) and trusts Node's authorities and the deployment's own. It is built once, since
 * reading 150 certificates takes milliseconds.
 */
export function trust(extraAuthorities: readonly string[] = []): SecureContext {
  const ca = extraAuthorities.length > 0 ? { ca: [...getCACertificates("default"), ...extraAuthorities] } : {};
  return createSecureContext({ minVersion: "TLSv1.2", ...ca });
}
