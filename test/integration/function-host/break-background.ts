import { startBackground } from "../../../local/aws/function-host/background.ts";
import { startBrokenWorld } from "../../infra/failures/broken-world.ts";

// Runs one delivery in the background thread of the local stack, with stores that refuse every call.

const world = await startBrokenWorld();
Object.assign(process.env, world.environment);
const background = await startBackground({ everySeconds: {} }, () => process.exit(1));
const message = { owner: "owner-1", id: crypto.randomUUID(), accountId: crypto.randomUUID() };
const answer = await background.invoke("deliver-notification", {
  Records: [{ messageId: "message-1", body: JSON.stringify(message) }],
});
background.rest();
await background.stop();
process.stdout.write(`${JSON.stringify({ answer })}\n`);
process.exit();
