import type { RequestListener } from "node:http";
import { isUploadPath, uploadListener } from "../../../functions/web/media-upload/listener.ts";
import { uploadServices } from "../../../shared/composition/uploads.ts";
import type { DataFolder } from "../../data-folder.ts";
import { type Engines, MEDIA_BUCKET } from "../../engines.ts";
import { LOCAL_CREDENTIALS, LOCAL_REGION, type MediaAddresses } from "../../environment.ts";
import { MEDIA_PATH, mediaOrigin } from "./media-origin.ts";
import { openMediaSigningKey } from "./signing-key.ts";

export interface LocalMedia {
  readonly addresses: MediaAddresses;
  /** Returns the upload server for upload paths, and the delivery network for media paths. */
  readonly listenerOf: (path: string) => RequestListener | undefined;
  /**
   * Links contain the gateway's address, which is known only after it has started. Functions that create links read it
   * at their first request.
   */
  useBaseUrl(baseUrl: string): void;
  close(): void;
}

/** The local stand-ins for the content delivery network and for the web function that takes uploads. */
export function localMedia(folder: DataFolder, engines: Engines, port: number): LocalMedia {
  const key = openMediaSigningKey(folder);
  const address = { baseUrl: `http://127.0.0.1:${port}` };
  const origin = mediaOrigin({
    store: { endpoint: engines.object.endpoint, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS },
    bucket: MEDIA_BUCKET,
    key,
    origin: () => address.baseUrl,
  });
  const upload = uploadListener(uploadServices);
  const deliveryUrl = () => `${address.baseUrl}${MEDIA_PATH.slice(0, -1)}`;
  return {
    addresses: {
      bucket: MEDIA_BUCKET,
      deliveryUrl: deliveryUrl(),
      publicKeyId: key.id,
      privateKeyFile: key.privateKeyFile,
      queueUrl: engines.queueUrl("media"),
    },
    listenerOf: (path) => {
      if (path.startsWith(MEDIA_PATH)) return origin.listener;
      return isUploadPath(path) ? upload : undefined;
    },
    useBaseUrl: (baseUrl) => {
      address.baseUrl = baseUrl;
      process.env.MEDIA_DELIVERY_URL = deliveryUrl();
    },
    close: () => origin.close(),
  };
}
