import type { Fault } from "./fault.ts";

interface Scheduled {
  /** The names of the alarms, the function and the rule begin with this. */
  readonly name: string;
  readonly everyMinutes: number;
  readonly silentMinutes: number;
}

const failing = ({ name, everyMinutes }: Scheduled): Fault => ({
  what: `the tables do not answer ${name}`,
  rings: [`${name}Errors`],
  signs: [{ fn: `${name}Function`, says: ["platform.report", '"status":"error"'] }],
  async cause(driver) {
    driver.down("tables", `${name}Function`);
    await driver.pass(everyMinutes);
    return "";
  },
  recover: async () => {},
});

const stopped = ({ name, silentMinutes }: Scheduled): Fault => ({
  what: `the schedule of ${name} is switched off`,
  rings: [`${name}Runs`],
  signs: [],
  async cause(driver) {
    driver.stopSchedule(`${name}Schedule`);
    await driver.pass(silentMinutes);
    return "";
  },
  recover: async () => {},
});

const sweep: Scheduled = { name: "Sweep", everyMinutes: 1, silentMinutes: 11 };
const webhookSweep: Scheduled = { name: "SweepWebhooks", everyMinutes: 1, silentMinutes: 11 };
const alerts: Scheduled = { name: "SendAlerts", everyMinutes: 1, silentMinutes: 11 };
const reconciler: Scheduled = { name: "ReconcileChatTemplates", everyMinutes: 60, silentMinutes: 241 };

export const scheduleFaults: readonly Fault[] = [sweep, webhookSweep, alerts, reconciler].flatMap((one) => [
  failing(one),
  stopped(one),
]);
