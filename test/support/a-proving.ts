import { createHmac } from "node:crypto";
import type { Access, Ground, Received } from "../../ops/prove/port.ts";
import type { Proving } from "../../ops/prove/proving.ts";
import { aDeployedStage } from "./a-deployed-stage.ts";
import { proofWorld } from "./a-proof-ground.ts";

const SECRET = `whsec_${Buffer.from("a secret of a webhook").toString("base64")}`;

interface Faults {
  /** How often a mail reaches the recorder. */
  readonly copies?: (index: number) => number;
  readonly refuses?: (index: number) => boolean;
  readonly signedWith?: string;
  readonly restores?: boolean;
  readonly recordsMails?: boolean;
  /** Bodies that strangers have posted to the webhook's address before. */
  readonly strange?: readonly string[];
}

const mailOf = (subject: string): string =>
  JSON.stringify({ To: "a@example.com", Subject: subject, Body: "", BodyType: "text", From: "b@example.com" });

/**
 * Creates a service in memory for the tests of the checks of `herald prove`, with a recorder that gets the service's
 * mails and events.
 */
export function aProving({
  copies = () => 1,
  refuses = () => false,
  signedWith = SECRET,
  restores = true,
  recordsMails = true,
  strange = [],
}: Faults = {}): Proving & { readonly asked: string[] } {
  const received: Received[] = [];
  const asked: string[] = [];
  const templates = new Map<string, { readonly subject: string; isDeleted: boolean }>();
  let mails = 0;
  let hasWebhook = false;
  const access: Access = {
    baseUrl: "https://herald.example.com",
    sendingAccount: {},
    recipient: "a@example.com",
    recordsMails,
    recorder: { url: "https://recorder.example.com", received: async () => received },
    signIn: async () => "token",
  };
  const record = (path: string, body: string, headers: Record<string, string> = {}): void =>
    void received.push({ path, headers, body, atMs: Date.now() });
  for (const body of strange) record("/webhook", body);
  const announce = (id: string): void => {
    const body = JSON.stringify({ type: "notification.sent", data: { id } });
    const headers = { "webhook-id": "e1", "webhook-timestamp": "1" };
    const key = Buffer.from(signedWith.replace("whsec_", ""), "base64");
    const signature = `v1,${createHmac("sha256", key).update(`e1.1.${body}`).digest("base64")}`;
    record("/webhook", body, { ...headers, "webhook-signature": `v1,other ${signature}` });
  };
  const ground: Ground = {
    ...proofWorld().ground(),
    restore: async () => {
      for (const one of templates.values()) one.isDeleted = !restores;
      return 1;
    },
  };
  const api: Proving["api"] = async ({ method, path, json }) => {
    asked.push(`${method} ${path}`);
    const answer = (status: number, body?: object) => ({
      status,
      text: body === undefined ? "" : JSON.stringify(body),
    });
    const { subject = "" } = (json ?? {}) as { subject?: string };
    if (path === "/api/v1/notifications") {
      const index = mails++;
      if (refuses(index)) return answer(503, { error: "not now" });
      for (let copy = 0; copy < copies(index); copy += 1) record("/mail", mailOf(subject));
      if (hasWebhook) announce(`n${index}`);
      return answer(202, { id: `n${index}`, status: "pending" });
    }
    if (path.startsWith("/api/v1/notifications/")) {
      const index = Number(path.split("/n").at(-1));
      return answer(200, { status: copies(index) > 0 ? "sent" : "pending" });
    }
    if (path === "/api/v1/webhooks") {
      hasWebhook = true;
      return answer(201, { id: "w1", secret: SECRET });
    }
    if (path === "/api/v1/templates") {
      templates.set("t1", { subject, isDeleted: false });
      return answer(201, { id: "t1" });
    }
    if (path === "/api/v1/templates/t1") {
      const one = templates.get("t1");
      if (one && method === "DELETE") one.isDeleted = true;
      if (method === "DELETE") return answer(204);
      return one === undefined || one.isDeleted ? answer(404, { error: "not found" }) : answer(200, one);
    }
    return answer(204);
  };
  return {
    ground,
    mark: "m1",
    plan: { perSecond: 50, seconds: 0.2 },
    deployed: aDeployedStage(),
    say: () => {},
    withTests: false,
    waits: { deliveredMs: 50, copiesMs: 5 },
    access,
    api,
    owner: { sub: "owner-1", key: "key", token: "token" },
    asked,
  };
}
