// Shows the log when the job has failed, and stops what start.mjs has started.
import { lastLines, stop } from "./stack-process.mjs";

const { STATE_pid: pid, STATE_log: log = "" } = process.env;
const status = process.env["INPUT_JOB-STATUS"] || "success";
if (status !== "success") process.stdout.write(`::group::The log of Herald\n${lastLines(log)}\n::endgroup::\n`);
await stop(Number(pid));
