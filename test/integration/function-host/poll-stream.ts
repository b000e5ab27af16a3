import { appendFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { openCheckpoints } from "../../../local/aws/function-host/stream/checkpoints.ts";
import { startStreamPoller } from "../../../local/aws/function-host/stream/stream-poller.ts";
import { streamOf, streamService } from "../../../local/aws/function-host/stream/stream-service.ts";
import { engineCall } from "../../../local/aws/table/engine-call.ts";

// A test kills this process. It writes each received batch as a line into a file, and answers slowly after that.

const [, , endpoint = "", table = "", checkpointsFile = "", output = "", size = "1"] = process.argv;
const call = engineCall(endpoint);
const target = {
  ...{ name: "worker", arn: "arn:worker", onFailure: () => {} },
  async invoke({ Records }: { readonly Records: readonly object[] }) {
    appendFileSync(output, `${JSON.stringify(Records)}\n`);
    await pause(5);
  },
};
const source = {
  ...{
    service: streamService(call),
    stream: await streamOf(call, table),
    checkpoints: openCheckpoints(checkpointsFile),
  },
  ...{ batchSize: Number(size), maxRetries: 1000, maxAgeSeconds: 86_400, discard: async () => {} },
};
startStreamPoller(target, source, (error) => console.error(String(error)));
