// Imports a bundle, calls its handler once, and prints both times as the last line.
import { pathToFileURL } from "node:url";

const [file, event] = process.argv.slice(2);
const start = performance.now();
const { handler } = await import(pathToFileURL(file).href);
const imported = performance.now();
await handler(JSON.parse(event), { getRemainingTimeInMillis: () => 30_000 });
const called = performance.now();
process.stdout.write(`\n${JSON.stringify({ importMs: imported - start, callMs: called - imported })}\n`);
process.exit(0);
