import { createServer } from "node:http";
import { uploadServices } from "../../../shared/composition/uploads.ts";
import { answerUnreadableRequest } from "../../../shared/edge/unreadable-request.ts";
import { listenAddress } from "./listen-address.ts";
import { uploadListener } from "./listener.ts";

// A plain HTTP server: as a web function, in a container, or on one machine. It takes what gateways do not: 20 MB in one piece.

/** Longer than the CDN keeps its connections, so that it never meets one that we are closing. */
const KEEP_ALIVE_MS = 65_000;

/** Built before the first request: settings that are missing fail the start. */
const services = uploadServices();

/** The listener has its own limits on bodies, and answers those who break them. */
const server = createServer(
  { requestTimeout: 0, keepAliveTimeout: KEEP_ALIVE_MS },
  uploadListener(() => services),
);
server.on("clientError", answerUnreadableRequest);
server.listen(listenAddress(process.env));

process.once("SIGTERM", () => server.close(() => process.exit(0)));
