import type { Context } from "aws-lambda";
import * as z from "zod";
import { queueFunction } from "../../../shared/edge/background/queue-function.ts";
import { route } from "../../../shared/edge/contract/route.ts";
import { httpFunction } from "../../../shared/edge/http-function.ts";
import { operation } from "../../../shared/edge/operation.ts";
import type { MailOutcome } from "../../../shared/email/domain/mail.ts";
import { emailOutlet } from "../../../shared/email/email-channel.ts";
import { powertoolsLog } from "../../../shared/kernel/telemetry/powertools-log.ts";
import { powertoolsMetrics } from "../../../shared/kernel/telemetry/powertools-metrics.ts";
import { AccountBacklog } from "../../../shared/notifications/deliver/account-backlog.ts";
import { accountLimiter } from "../../../shared/notifications/deliver/account-limiter.ts";
import { deliverNotification } from "../../../shared/notifications/deliver/deliver-notification.ts";
import type { AttemptOutcome } from "../../../shared/notifications/domain/delivery.ts";
import { aContext, anEvent } from "../../support/an-event.ts";
import { aNotification, anEmail, aSendingAccount } from "../../support/builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { fixedAllowances } from "../../support/fixed-allowances.ts";
import { inMemoryMailFiles } from "../../support/in-memory-attachments.ts";
import { inMemoryDeliveryQueue } from "../../support/in-memory-delivery-queue.ts";
import { inMemoryNotificationStore } from "../../support/in-memory-notification-store.ts";
import { inMemorySendingAccountStore } from "../../support/in-memory-sending-account-store.ts";
import { inMemorySuppressions } from "../../support/in-memory-suppressions.ts";
import { plainSecretBox } from "../../support/plain-secret-box.ts";
import { acceptAll, recordingMailer } from "../../support/recording-mailer.ts";
import { sequentialIdentifiers } from "../../support/sequential-identifiers.ts";
import { silentLog } from "../../support/silent-telemetry.ts";
import { someEdgeServices, TOKEN } from "../../support/some-edge-services.ts";

// Runs the product's own use case and pipelines with its own log and metrics, so that their lines can be compared with
// the fields that the dashboard reads. The stores and the mail server are doubles.

const FUNCTION_NAME = "physical-deliver-notification";
/** This share leaves no line out, but lets the lines say for how many they count. */
const NEARLY_ALL = 1 - 2 ** -34;
const log = powertoolsLog("herald", NEARLY_ALL);
const metrics = powertoolsMetrics("herald", { name: FUNCTION_NAME, log: silentLog });

const mail = (given: Omit<Extract<MailOutcome, { kind: "failed" }>, "kind">): MailOutcome => ({
  kind: "failed",
  ...given,
});
const MAIL_OUTCOMES = [
  undefined,
  mail({ isTerminal: true, stage: "sender", code: 550, cause: "no" }),
  mail({ isTerminal: false, stage: "content", code: 451, cause: "later" }),
  mail({ isTerminal: false, stage: "connect", cause: "no connection" }),
];
const CHAT_OUTCOMES: AttemptOutcome[] = [
  { kind: "accepted", cloudMessageId: "m", report: { stage: "send" } },
  { kind: "failed", isTerminal: true, cause: "no", report: { stage: "send", code: 403 } },
  { kind: "failed", isTerminal: false, cause: "slow down", report: { stage: "send", code: 429 } },
  { kind: "failed", isTerminal: false, cause: "silence", report: { stage: "send" } },
];

async function attempt(channel: "email" | "chat", mailOutcome?: MailOutcome, chatOutcome?: AttemptOutcome) {
  const clock = fakeClock();
  const secretBox = plainSecretBox();
  const notification = aNotification({ channel });
  const { owner, id, accountId } = notification;
  const secret = await secretBox.seal("password", { owner, accountId });
  const notifications = inMemoryNotificationStore({ clock, leaseMs: 90_000 });
  await notifications.add(notification, anEmail());
  const sendingAccounts = inMemorySendingAccountStore([aSendingAccount({ owner, id: accountId, secret })]);
  const mailer = recordingMailer(mailOutcome ? () => mailOutcome : acceptAll);
  const outcome = chatOutcome ?? { kind: "sent" as const };
  const basics = { clock, identifiers: sequentialIdentifiers(), log, metrics };
  const deps = {
    ...basics,
    notifications,
    deliveryQueue: inMemoryDeliveryQueue(),
    channels: {
      email: emailOutlet({
        ...inMemoryMailFiles(),
        ...basics,
        sendingAccounts,
        notifications,
        secretBox,
        mailer,
        suppressions: inMemorySuppressions(),
      }),
      chat: { send: async () => outcome },
    },
    backoffBaseSeconds: 30,
    pause: async () => undefined,
    backlog: new AccountBacklog({ ...basics, notifications }),
    limiter: accountLimiter({ allowances: fixedAllowances(2), maxWaitMs: 1000, ...basics }),
  };
  await deliverNotification(deps, { owner, id, accountId });
}

async function requests(): Promise<void> {
  const thing = route({
    ...{ group: "panel", operationId: "listThings", summary: "", method: "GET", path: "/api/v1/things" },
    ...{ auth: ["access-token"], success: { status: 200, schema: z.strictObject({}) }, refusals: [], uses: [] },
    impact: "",
  });
  const frame = await someEdgeServices({ log, metrics } as never);
  let isBroken = false;
  const answer = async () => {
    if (isBroken) throw new Error("a bug");
    return {};
  };
  const handler = httpFunction(() => frame, [operation(thing, answer, () => undefined)]);
  const ask = () => handler(anEvent(thing, { headers: { authorization: `Bearer ${TOKEN}` } }), aContext);
  await ask();
  isBroken = true;
  await ask();
  isBroken = false;
  for (let i = 0; i < 40; i++) await ask();
}

for (const outcome of MAIL_OUTCOMES) await attempt("email", outcome);
for (const outcome of CHAT_OUTCOMES) await attempt("chat", undefined, outcome);
metrics.count("outage");
metrics.flush();
await requests();
const failing = queueFunction(
  () => "",
  () => Promise.reject(new Error("a bug")),
  () => ({ log, metrics }),
);
const context = { functionName: FUNCTION_NAME, getRemainingTimeInMillis: () => 300_000 } as Context;
await failing({ Records: [{ messageId: "m", body: "" }] } as never, context);
