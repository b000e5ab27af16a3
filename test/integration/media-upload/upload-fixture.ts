import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { uploadListener } from "../../../functions/web/media-upload/listener.ts";
import type { UploadLimits } from "../../../functions/web/media-upload/request-body.ts";
import { startObjectEngine } from "../../../local/aws/object/object-engine.ts";
import { MediaProviderError, MediaRefusedError } from "../../../shared/chat/ports/chat-media.ts";
import { S3MediaBucket } from "../../../shared/chat/s3/media-bucket.ts";
import type { UploadServices } from "../../../shared/composition/uploads.ts";
import { answerUnreadableRequest } from "../../../shared/edge/unreadable-request.ts";
import { typeByName } from "../../../shared/email/smtp/media-type.ts";
import { inMemoryAttachments } from "../../support/in-memory-attachments.ts";
import { inMemoryChatAccountStore } from "../../support/in-memory-chat-account-store.ts";
import { inMemoryMediaStore } from "../../support/in-memory-media-store.ts";
import { OWNER, someEdgeServices } from "../../support/some-edge-services.ts";

export const BUCKET = "herald-media-test";
export const CONVERSATION = "1b671a64-40d5-491e-99b0-da01ff1f3341";
export const ORPHAN = "2b671a64-40d5-491e-99b0-da01ff1f3341";
export const ACCOUNT = "3b671a64-40d5-491e-99b0-da01ff1f3341";
const CREDENTIALS = { accessKeyId: "upload-test", secretAccessKey: "upload-test-secret" };

export type ProviderBehavior = "well" | "refusing" | "down" | "silent";

/** Starts the upload server on a free port over the embedded object store, with doubles for everything else. */
export async function uploadFixture(limits: UploadLimits) {
  const dir = await mkdtemp(join(tmpdir(), "herald-upload-"));
  const engine = await startObjectEngine({ port: 0, dir, buckets: [BUCKET], credentials: CREDENTIALS });
  const client = new S3Client({
    endpoint: engine.endpoint,
    region: "us-east-1",
    credentials: CREDENTIALS,
    forcePathStyle: true,
  });
  const state = {
    behavior: "well" as ProviderBehavior,
    registered: [] as string[],
    unregistered: [] as string[],
    isRecording: true,
  };
  const told = async () => {
    if (state.behavior === "silent") await new Promise(() => {});
    if (state.behavior === "down") throw new MediaProviderError("no answer");
    if (state.behavior === "refusing") throw new MediaRefusedError("Media type is not supported");
  };
  const accounts = inMemoryChatAccountStore([
    {
      id: ACCOUNT,
      label: "Shop",
      ownershipType: "service_managed",
      cloudRegion: "us-east-1",
      businessAccountId: "waba-1",
      originationPhoneNumberId: "phone-number-id-1",
      providerBusinessAccountId: "1",
      isDefault: true,
      owners: [OWNER],
      createdAt: "2026-11-21T12:00:00.000Z",
      updatedAt: "2026-11-21T12:00:00.000Z",
    },
  ]);
  const mediaStore = inMemoryMediaStore();
  const edge = await someEdgeServices();
  const uploads = {
    ...edge,
    chatAccounts: accounts,
    conversations: {
      get: async (owner: string, id: string) =>
        owner === OWNER && (id === CONVERSATION || id === ORPHAN)
          ? {
              owner,
              id,
              chatAccountId: id === ORPHAN ? ORPHAN : ACCOUNT,
              customerKey: "+1",
              latestInboundAtMs: 1,
              updatedAtMs: 1,
            }
          : undefined,
    },
    mediaStore: {
      ...mediaStore,
      addUpload: async (upload: Parameters<typeof mediaStore.addUpload>[0]) => {
        if (!state.isRecording) throw new Error("the table store is down");
        await mediaStore.addUpload(upload);
      },
    },
    bucket: new S3MediaBucket(client, BUCKET),
    chatMedia: {
      register: async (_: unknown, { key }: { key: string }) => {
        await told();
        state.registered.push(key);
        return `provider${state.registered.length}`;
      },
      unregister: async (_: unknown, id: string) => void state.unregistered.push(id),
      retrieve: async () => {},
      registerForReview: async () => {
        await told();
        return "4::handle";
      },
    },
  };
  const attachments = inMemoryAttachments();
  const forMails = { ...edge, uploads: attachments, typeByName };
  const services = { edge, uploads: () => uploads, attachments: forMails } as unknown as UploadServices;
  const server = createServer(
    { requestTimeout: 0 },
    uploadListener(() => services, limits),
  );
  server.on("clientError", answerUnreadableRequest);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    state,
    edge,
    mediaStore,
    attachments,
    /** Returns the keys of complete objects; `unfinished` returns the unfinished uploads. */
    keys: async () =>
      ((await client.send(new ListObjectsV2Command({ Bucket: BUCKET }))).Contents ?? []).map(({ Key = "" }) => Key),
    bucket: uploads.bucket,
    dir,
    close: async () => {
      server.closeAllConnections();
      server.close();
      client.destroy();
      await engine.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RawRequest {
  readonly port: number;
  readonly head: string;
  /** The client disconnects at `gone`. */
  readonly pieces: readonly (Buffer | "gone")[];
  readonly timeoutMs?: number;
}

/**
 * Sends a request over a socket, because no HTTP client would send this one. Returns the bytes that came until the
 * server closed the connection or was silent.
 */
export async function raw({ port, head, pieces, timeoutMs = 20_000 }: RawRequest): Promise<RawAnswer> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(socket, "connect");
  socket.write(head);
  for (const piece of pieces) {
    if (piece === "gone") socket.resetAndDestroy();
    else if (!socket.write(piece)) await Promise.race([once(socket, "drain"), once(socket, "close")]);
  }
  const end = Date.now() + timeoutMs;
  while (Date.now() < end) {
    const answer = parsed(Buffer.concat(chunks).toString("utf8"));
    if (answer || socket.destroyed) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  socket.destroy();
  const answer = parsed(Buffer.concat(chunks).toString("utf8"));
  if (!answer) throw new Error("no answer");
  return answer;
}

function parsed(text: string): RawAnswer | undefined {
  const at = text.indexOf("\r\n\r\n");
  if (at < 0) return undefined;
  const [first = "", ...lines] = text.slice(0, at).split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(": ")[0]?.toLowerCase(), line.slice(line.indexOf(": ") + 2)]),
  );
  const body = text.slice(at + 4);
  if (Buffer.byteLength(body) < Number(headers["content-length"] ?? 0)) return undefined;
  return { status: Number(first.split(" ")[1]), headers, body };
}
