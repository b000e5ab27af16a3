import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";

export interface TestCertificate {
  readonly key: string;
  readonly cert: string;
}

const DAY_MS = 86_400_000;

/** Writes DER, as far as a certificate needs it (X.690). */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const integer = (value: number) => der(0x02, Buffer.from([value]));
const octets = (content: Uint8Array) => der(0x04, content);
const TRUE = der(0x01, Buffer.from([0xff]));

const ECDSA_WITH_SHA256 = sequence(oid("2a8648ce3d040302"));
const named = (commonName: string) =>
  sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from(commonName, "utf8")))));
const time = (date: Date) => der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]|\.\d+/g, "")}`, "ascii"));

interface Request {
  readonly serial: number;
  readonly subject: string;
  readonly issuer: string;
  readonly publicKey: KeyObject;
  readonly signingKey: KeyObject;
  readonly extensions: readonly Uint8Array[];
}

/** Makes an X.509 version 3 certificate (RFC 5280, section 4.1), valid from yesterday until tomorrow. */
function certificate({ serial, subject, issuer, publicKey, signingKey, extensions }: Request): string {
  const signed = sequence(
    der(0xa0, integer(2)),
    integer(serial),
    ECDSA_WITH_SHA256,
    named(issuer),
    sequence(time(new Date(Date.now() - DAY_MS)), time(new Date(Date.now() + DAY_MS))),
    named(subject),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign("sha256", signed, signingKey);
  const whole = sequence(signed, ECDSA_WITH_SHA256, der(0x03, Buffer.from([0]), signature));
  return `-----BEGIN CERTIFICATE-----\n${whole.toString("base64").replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`;
}

const IS_AUTHORITY = sequence(oid("551d13"), TRUE, octets(sequence(TRUE)));
const alternativeNames = (names: readonly string[]) =>
  sequence(oid("551d11"), octets(sequence(...names.map((name) => (/^[\d.]+$/.test(name) ? ipv4(name) : dns(name))))));
const dns = (name: string) => der(0x82, Buffer.from(name, "ascii"));
const ipv4 = (address: string) => der(0x87, Buffer.from(address.split(".").map(Number)));

const keyPair = () => generateKeyPairSync("ec", { namedCurve: "P-256" });

/** Makes an authority (PEM) and its server certificate for these names. Nothing is written to disk. */
export function testCertificates(names: readonly string[] = ["localhost", "127.0.0.1"]): {
  readonly authority: string;
  readonly server: TestCertificate;
} {
  const root = keyPair();
  const leaf = keyPair();
  const issuer = "Herald test authority";
  const by = { issuer, signingKey: root.privateKey };
  return {
    authority: certificate({
      ...by,
      serial: 1,
      subject: issuer,
      publicKey: root.publicKey,
      extensions: [IS_AUTHORITY],
    }),
    server: {
      key: leaf.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      cert: certificate({
        ...by,
        ...{ serial: 2, subject: "rude.test", publicKey: leaf.publicKey, extensions: [alternativeNames(names)] },
      }),
    },
  };
}
