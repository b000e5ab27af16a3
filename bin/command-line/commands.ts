import type { CommandUnknownOpts } from "@commander-js/extra-typings";

export interface KnownCommand {
  readonly name: string;
  readonly summary: string;
  load(): Promise<{ readonly command: CommandUnknownOpts }>;
}

/** Lists the commands in the order of the help, which begins with what a new user needs. */
export const COMMANDS: readonly KnownCommand[] = [
  { name: "start", summary: "start everything on this machine", load: () => import("../commands/start.ts") },
  { name: "env", summary: "print addresses and keys as shell variables", load: () => import("../commands/env.ts") },
  { name: "send", summary: "send an email", load: () => import("../commands/send.ts") },
  { name: "listen", summary: "print events as they happen", load: () => import("../commands/listen.ts") },
  {
    name: "notifications",
    summary: "list notifications, show or resend one",
    load: () => import("../commands/notifications.ts"),
  },
  { name: "events", summary: "list events, or resend one", load: () => import("../commands/events.ts") },
  {
    name: "suppressions",
    summary: "list, add or delete suppressions, and move them as CSV",
    load: () => import("../commands/suppressions.ts"),
  },
  { name: "keys", summary: "make, list or revoke API keys", load: () => import("../commands/keys.ts") },
  { name: "trace", summary: "show what the logs say of a notification", load: () => import("../commands/trace.ts") },
  { name: "get", summary: "print one field of the JSON on the input", load: () => import("../commands/get.ts") },
  { name: "templates", summary: "keep email templates as files", load: () => import("../commands/templates.ts") },
  {
    name: "template-types",
    summary: "print the types of the email templates' variables",
    load: () => import("../commands/template-types.ts"),
  },
  { name: "doctor", summary: "check that everything needed is there", load: () => import("../commands/doctor.ts") },
  { name: "smoke", summary: "send a first email, and follow it", load: () => import("../commands/smoke.ts") },
  { name: "cost", summary: "print what a month of a stage costs", load: () => import("../commands/cost.ts") },
  { name: "synth", summary: "write the CloudFormation templates", load: () => import("../commands/synth.ts") },
  { name: "diff", summary: "compare a stage with what is deployed", load: () => import("../commands/diff.ts") },
  { name: "deploy", summary: "deploy a stage", load: () => import("../commands/deploy.ts") },
  { name: "prove", summary: "turn an account into evidence", load: () => import("../commands/prove.ts") },
  { name: "pipeline", summary: "deploy the rights of a pipeline", load: () => import("../commands/pipeline.ts") },
  { name: "dead-letters", summary: "list or redrive dead letters", load: () => import("../commands/dead-letters.ts") },
  {
    name: "erase-owner",
    summary: "erase all that is kept of an owner",
    load: () => import("../commands/erase-owner.ts"),
  },
  { name: "restore", summary: "bring back what is missing", load: () => import("../commands/restore.ts") },
  {
    name: "restore-table",
    summary: "bring back a table that was deleted",
    load: () => import("../commands/restore-table.ts"),
  },
];
