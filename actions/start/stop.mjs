// Shows the log if the job has failed, stops what start.mjs has started, and removes its data.
import { rmSync } from "node:fs";
import { lastLines, stop } from "./stack-process.mjs";

const { STATE_pid: pid, STATE_log: log, STATE_folder: folder } = process.env;
const status = process.env["INPUT_JOB-STATUS"] || "success";
if (log && status !== "success") process.stdout.write(`::group::The log of Herald\n${lastLines(log)}\n::endgroup::\n`);
await stop(Number(pid));
for (const path of [folder, log]) if (path) rmSync(path, { recursive: true, force: true });
