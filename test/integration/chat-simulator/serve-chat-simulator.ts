// Tests that kill a simulator run it in a process of its own. `serve-chat-simulator.ts <data folder> <webhook>` prints
// its address.
import { startChatSimulator } from "../../../local/world/chat-simulator/start-chat-simulator.ts";

const [, , dataDir = "", webhookUrl = ""] = process.argv;
const { url } = await startChatSimulator({
  port: 0,
  dataDir,
  webhookUrl: () => webhookUrl,
  topicArn: "arn:aws:sns:us-east-1:000000000000:herald-chat-events",
  region: "us-east-1",
  reviewSeconds: 60,
});
process.stdout.write(`${url}\n`);
