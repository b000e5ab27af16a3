import { X509Certificate } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connect, createServer } from "node:tls";
import { describe, expect, it, onTestFinished } from "vitest";
import { openCertificateAuthority } from "../../../local/certificate-authority.ts";
import { renewCertificate } from "../../../local/world/mailbox/renewing-certificate.ts";
import { eventually, temporaryFolder } from "./mailbox-fixture.ts";

const DAY_MS = 86_400_000;
const HOSTNAMES = ["localhost", "127.0.0.1"];

/** Returns the result of a TLS client that trusts only `ca`, for a server with this certificate. */
async function handshake(
  issued: { key: string; cert: string },
  ca: string,
  name: { servername?: string; host?: string },
) {
  const server = createServer(issued).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  server.on("tlsClientError", () => undefined);
  await new Promise((listening) => server.on("listening", listening));
  const { port } = server.address() as { port: number };
  return new Promise<string>((done) => {
    const socket = connect({ host: "127.0.0.1", port, ca, ...name }, () => {
      done(socket.authorized ? "trusted" : "not trusted");
      socket.end();
    });
    socket.on("error", (error: Error & { code?: string }) => done(error.code ?? error.message));
  });
}

describe("openCertificateAuthority()", () => {
  it("issues what Node trusts for localhost and 127.0.0.1, and for nothing else", async () => {
    const authority = await openCertificateAuthority(await temporaryFolder());
    const issued = await authority.issue(HOSTNAMES);
    const ca = authority.certificatePem;
    expect(await handshake(issued, ca, { servername: "localhost" })).toBe("trusted");
    expect(await handshake(issued, ca, {})).toBe("trusted");
    expect(await handshake(issued, ca, { servername: "example.test" })).toBe("ERR_TLS_CERT_ALTNAME_INVALID");
  });

  it("is not trusted by a client of another authority", async () => {
    const authority = await openCertificateAuthority(await temporaryFolder());
    const other = await openCertificateAuthority(await temporaryFolder());
    const issued = await authority.issue(HOSTNAMES);
    expect(await handshake(issued, other.certificatePem, { servername: "localhost" })).toMatch(
      /UNABLE_TO|SELF_SIGNED|SIGNATURE/,
    );
  });

  it("is made once, and what was issued before is trusted after", async () => {
    const dir = await temporaryFolder();
    const first = await openCertificateAuthority(dir);
    const issued = await first.issue(HOSTNAMES);
    const second = await openCertificateAuthority(dir);
    expect(second.certificatePem).toBe(first.certificatePem);
    expect(await handshake(issued, second.certificatePem, {})).toBe("trusted");
    expect(await handshake(await second.issue(HOSTNAMES), first.certificatePem, {})).toBe("trusted");
  });

  it("keeps its key where only the owner reads it", async () => {
    const dir = join(await temporaryFolder(), "made", "on the way");
    await openCertificateAuthority(dir);
    const keyFile = join(dir, "local-authority.key.pem");
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
    expect(await readFile(join(dir, "local-authority.cert.pem"), "utf8")).not.toContain("PRIVATE");
  });

  it.each(["local-authority.key.pem", "local-authority.cert.pem"])("is made again when %s is damaged", async (file) => {
    const dir = await temporaryFolder();
    const first = await openCertificateAuthority(dir);
    await writeFile(join(dir, file), "-----BEGIN NOTHING-----\n");
    const second = await openCertificateAuthority(dir);
    expect(second.certificatePem).not.toBe(first.certificatePem);
    expect(await handshake(await second.issue(HOSTNAMES), second.certificatePem, {})).toBe("trusted");
  });

  it("is made again before it would end earlier than what it issues", async () => {
    const dir = await temporaryFolder();
    const first = await openCertificateAuthority(dir);
    const lateMs = Date.parse(new X509Certificate(first.certificatePem).validTo) - 80 * DAY_MS;
    const second = await openCertificateAuthority(dir, () => lateMs);
    expect(second.certificatePem).not.toBe(first.certificatePem);
    expect(new X509Certificate(second.certificatePem).ca).toBe(true);
  });

  it("refuses to issue for no name", async () => {
    const authority = await openCertificateAuthority(await temporaryFolder());
    await expect(authority.issue([])).rejects.toThrow("at least one host name");
  });
});

describe("renewCertificate()", () => {
  it("leaves a fresh certificate alone and replaces one near its end", async () => {
    const authority = await openCertificateAuthority(await temporaryFolder());
    const current = await authority.issue(HOSTNAMES);
    let nowMs = Date.now() + 70 * DAY_MS;
    let checks = 0;
    const renewed: string[] = [];
    const now = () => {
      checks += 1;
      return nowMs;
    };
    const stop = renewCertificate(current, {
      authority,
      checkEveryMs: 5,
      now,
      onRenewed: ({ cert }) => renewed.push(cert),
    });
    onTestFinished(stop);
    await eventually(
      async () => checks,
      (count) => count > 3,
    );
    expect(renewed).toEqual([]);
    nowMs = Date.now() + 80 * DAY_MS;
    await eventually(
      async () => renewed.length,
      (count) => count > 0,
    );
    expect(renewed[0]).not.toBe(current.cert);
    expect(new X509Certificate(renewed[0] ?? "").subjectAltName).toBe("DNS:localhost, IP Address:127.0.0.1");
  });
});
