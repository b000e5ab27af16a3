import { createServer } from "node:http";
import { uploadServices } from "../../../shared/composition/uploads.ts";
import { answerUnreadableRequest } from "../../../shared/edge/unreadable-request.ts";
import { listenAddress } from "./listen-address.ts";
import { uploadListener } from "./listener.ts";

// A plain HTTP server that runs as a web function, in a container, or on one machine. It takes what gateways do not:
// bodies of 20 MB in one piece.

/** The server keeps connections longer than the CDN does, so that the CDN never uses one that is being closed. */
const KEEP_ALIVE_MS = 65_000;

/** The services are built before the first request, so that missing settings fail the start. */
const services = uploadServices();

/** The listener enforces its own limits on bodies and answers clients that exceed them. */
const server = createServer(
  { requestTimeout: 0, keepAliveTimeout: KEEP_ALIVE_MS },
  uploadListener(() => services),
);
server.on("clientError", answerUnreadableRequest);
server.listen(listenAddress(process.env));

process.once("SIGTERM", () => server.close(() => process.exit(0)));
