import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { aSigner } from "../../support/signed-topic.ts";

export const CERTIFICATE = `/SimpleNotificationService-${"0a".repeat(16)}.pem`;
export const TOPIC_ARN = "arn:aws:sns:us-east-1:000000000000:chat";
const DENIED = JSON.stringify({ __type: "com.amazon.coral.service#AccessDeniedException", message: "not authorized" });

const isLimiterCall = (body: string): boolean => /"TableName":\s*"Ephemeral"/.test(body);

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/**
 * Starts stores that refuse every call, and an identity provider and a topic service that work. The limiter's store
 * refuses too, but the limiter then lets requests pass. The returned environment is for functions.
 */
export async function startBrokenWorld() {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const signer = await aSigner();
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: "k", alg: "ES256" }] });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const documents: Record<string, string> = {
      "/.well-known/openid-configuration": JSON.stringify({ issuer: address, jwks_uri: `${address}/keys` }),
      "/keys": keys,
      [CERTIFICATE]: signer.pem,
    };
    if (request.method === "GET") response.writeHead(200).end(documents[request.url ?? ""]);
    else if (isLimiterCall(await textOf(request))) response.writeHead(200).end("{}");
    else response.writeHead(400, { "content-type": "application/x-amz-json-1.0" }).end(DENIED);
  };
  const server = createServer((request, response) => void answer(request, response));
  // Loading a function may take more than five seconds, after which a server would close an idle connection just as it
  // is used again.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const token = await new SignJWT({ scope: "notifications", role: "admin" })
    .setProtectedHeader({ alg: "ES256", kid: "k", typ: "at+jwt" })
    .setIssuer(address)
    .setSubject("owner-1")
    .setExpirationTime("5m")
    .sign(privateKey);
  return { address, token, signer, environment: environmentAt(address) };
}

const environmentAt = (address: string): Record<string, string> => ({
  AWS_REGION: "us-east-1",
  AWS_ACCESS_KEY_ID: "broken",
  AWS_SECRET_ACCESS_KEY: "broken",
  AWS_ENDPOINT_URL: address,
  CONFIG_TABLE: "Config",
  API_KEYS_TABLE: "ApiKeys",
  NOTIFICATIONS_TABLE: "Notifications",
  CHAT_TABLE: "Chat",
  EPHEMERAL_TABLE: "Ephemeral",
  DELIVERY_QUEUE_URL: `${address}/000000000000/delivery`,
  INBOUND_MESSAGE_QUEUE_URL: `${address}/000000000000/inbound-messages`,
  CHAT_EVENT_QUEUE_URL: `${address}/000000000000/chat-events`,
  SANDBOX_QUEUE_URL: `${address}/000000000000/sandbox`,
  RETURNED_MAIL_QUEUE_URL: `${address}/000000000000/returned-mail`,
  CHAT_TOPIC_ARN: TOPIC_ARN,
  TOPIC_SERVICE_ORIGIN: address,
  CONTENT_BUCKET: "content",
  MEDIA_BUCKET: "media",
  MEDIA_BUCKET_REGION: "us-east-1",
  MEDIA_DELIVERY_URL: "https://media.example.com",
  MEDIA_PUBLIC_KEY_ID: "K1",
  MEDIA_PRIVATE_KEY_SEALED: "c2VhbGVk",
  MEDIA_QUEUE_URL: `${address}/000000000000/media`,
  CURSOR_KEY: "0".repeat(64),
  SECRET_KEY_ID: "key",
  OIDC_ISSUER: address,
  COGNITO_USER_POOL_ID: "us-east-1_broken",
  COGNITO_ENDPOINT: address,
  DOCS_ASSETS_DIR: "/nowhere",
});
