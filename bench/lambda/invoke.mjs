// Plays one environment of Lambda: imports a bundle, passes events to its handler one after the other, and writes the
// processor time of each part in milliseconds over all threads.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [bundle, eventsFile, resultFile, warmUp] = process.argv.slice(2);
const events = JSON.parse(readFileSync(eventsFile, "utf8"));
const context = { functionName: "bench", getRemainingTimeInMillis: () => 30_000 };

let last = process.cpuUsage();
function lapMs() {
  const { user, system } = process.cpuUsage(last);
  last = process.cpuUsage();
  return (user + system) / 1000;
}

const { handler } = await import(pathToFileURL(bundle).href);
const importMs = lapMs();
const refused = [];
const call = async (event) => {
  const { statusCode = 202, batchItemFailures = [] } = await handler(event, context);
  if (statusCode !== 202 || batchItemFailures.length > 0) refused.push(statusCode);
};
const [first, ...others] = events;
await call(first);
const firstMs = lapMs();
for (const event of others.slice(0, warmUp)) await call(event);
lapMs();
const measured = others.slice(warmUp);
for (const event of measured) await call(event);
const warmMs = lapMs() / measured.length;
if (refused.length > 0) throw new Error(`${refused.length} of ${events.length} refused: ${refused[0]}`);
writeFileSync(resultFile, JSON.stringify({ importMs, firstMs, warmMs }));
process.exit(0);
