import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, stat } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  aClient,
  aSimulator,
  control,
  createTemplate,
  eventually,
  send,
  sentMessages,
  type TestSimulator,
  temporaryFolder,
  text,
  writeIn,
} from "./simulator-fixture.ts";
import { aReceiver } from "./webhook-receiver.ts";

const ANA = "+15551230001";
const HI = { type: "text", text: { body: "Hi" } };
const OTHER = {
  business_account_id: "waba-2222",
  origination_phone_number_id: "phone-number-id-2222",
  provider_business_account_id: "222222222222222",
  provider_phone_number_id: "222222222222223",
};

async function aSimulatorProcess(dir: string, webhookUrl: string) {
  const script = fileURLToPath(new URL("serve-chat-simulator.ts", import.meta.url));
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script, dir, webhookUrl], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = await once(createInterface({ input: child.stdout }), "line", { signal: AbortSignal.timeout(15_000) });
  return { child, url: String(line) };
}

describe("what the simulator keeps", () => {
  it("survives a restart: threads, templates, numbers, behaviour, subscription, certificate", async () => {
    const first = await aSimulator({ reviewSeconds: 60 });
    const { receiver, dir } = first;
    await writeIn(first, ANA, HI);
    await send(first, text());
    await createTemplate(first);
    await control(first, "POST", "/api/numbers", OTHER);
    await control(first, "PUT", "/api/behaviour", { auto_status: ["delivered"] });
    await eventually(receiver.statuses, (found) => found.length === 3);
    const views = [
      "/api/messages",
      "/api/templates",
      "/api/numbers",
      "/api/behaviour",
      "/api/customers/15551230001/messages",
    ];
    const before = await Promise.all(views.map((path) => control(first, "GET", path)));
    await first.close();
    const asked = receiver.received.length;
    const second = await aSimulator({ dataDir: dir, receiver, reviewSeconds: 60 });
    expect(await Promise.all(views.map((path) => control(second, "GET", path)))).toEqual(before);
    await send(second, text());
    await eventually(receiver.statuses, (found) => found.length === 4);
    const [, since] = [receiver.received.slice(0, asked), receiver.received.slice(asked)];
    expect(since.map(({ body, isSigned }) => [body.Type, isSigned])).toEqual([["Notification", true]]);
    const paths = receiver.received.map(({ body }) => new URL(body.SigningCertURL ?? "").pathname);
    expect(new Set(paths).size).toBe(1);
  });

  it("keeps the key where only the owner reads it", async () => {
    const { dir } = await aSimulator();
    expect((await stat(join(dir, "chat-simulator", "topic-signing.key.pem"))).mode & 0o777).toBe(0o600);
  });

  it("delivers after a restart what the webhook did not take before, and asks a new address first", async () => {
    const first = await aSimulator();
    const { receiver, dir } = first;
    receiver.answers.push(...Array<number>(50).fill(503));
    const { body } = await writeIn(first, ANA, HI);
    await eventually(receiver.notifications, (found) => found.length > 0);
    await first.close();
    const elsewhere = await aReceiver();
    await aSimulator({ dataDir: dir, receiver: elsewhere });
    await eventually(elsewhere.notifications, (found) => found.length === 1);
    expect(elsewhere.received[0]?.body.Type).toBe("SubscriptionConfirmation");
    expect(elsewhere.changes()[0]?.value.messages[0].id).toBe(body.wamid);
  });

  it("approves after a restart what was in review", async () => {
    const first = await aSimulator({ reviewSeconds: 1 });
    await createTemplate(first);
    await first.close();
    const second = await aSimulator({ dataDir: first.dir, receiver: first.receiver });
    await eventually(
      async () => (await control(second, "GET", "/api/templates")).body.templates[0].status,
      (status) => status === "APPROVED",
    );
    expect((await eventually(first.receiver.changes, (found) => found.length === 1))[0]?.value.event).toBe("APPROVED");
  });

  it("survives kill -9: whatever was answered is there, and its events come", async () => {
    const dir = await temporaryFolder();
    const receiver = await aReceiver();
    const { child, url } = await aSimulatorProcess(dir, receiver.url);
    await writeIn({ url }, ANA, HI);
    const client = aClient(url);
    const answered = new Set<string>();
    const caller = async () => {
      for (let n = 0; n < 10_000; n += 1) {
        answered.add(await send({ url, client } as TestSimulator, text()));
        if (answered.size === 100) child.kill("SIGKILL");
      }
    };
    await Promise.allSettled(Array.from({ length: 4 }, caller));
    client.destroy();
    expect(child.signalCode ?? (await once(child, "exit"))[1]).toBe("SIGKILL");
    expect(answered.size).toBeGreaterThanOrEqual(100);
    const reopened = await aSimulator({ dataDir: dir, receiver });
    const kept = await sentMessages(reopened);
    expect([...answered].filter((id) => !kept.some(({ message_id }) => message_id === id))).toEqual([]);
    const expected = kept.flatMap(({ wamid }) => ["sent", "delivered", "read"].map((status) => `${wamid} ${status}`));
    const heard = () =>
      new Set(
        receiver
          .changes()
          .flatMap(({ value }) =>
            (value.statuses ?? []).map((one: { id: string; status: string }) => `${one.id} ${one.status}`),
          ),
      );
    await eventually(heard, (found) => expected.every((one) => found.has(one)));
    expect(heard().size).toBe(expected.length);
  });
});

describe("close()", () => {
  it("closes in spite of everything that is open: a lost answer, a slow webhook, a listener, half a request", async () => {
    const simulator = await aSimulator();
    await control(simulator, "POST", "/api/faults", {
      operation: "SendWhatsAppMessage",
      timeout_after_accept: true,
      times: 1,
    });
    const lost = send({ ...simulator, client: aClient(simulator.url) }, text()).catch(() => "lost");
    await eventually(
      () => sentMessages(simulator),
      (found) => found.length === 1,
    );
    const events = await fetch(`${simulator.url}/api/events`);
    const half = connect(Number(new URL(simulator.url).port), "127.0.0.1");
    half.on("error", () => undefined);
    half.write("POST /api/faults HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{");
    await once(half, "connect");
    const startedMs = performance.now();
    await simulator.close();
    expect(performance.now() - startedMs).toBeLessThan(20_000);
    expect(await lost).toBe("lost");
    await events.body?.cancel().catch(() => undefined);
    half.destroy();
  });

  it("frees its port, and a start on a taken one fails and leaves nothing open", async () => {
    const first = await aSimulator();
    const port = Number(new URL(first.url).port);
    await expect(aSimulator({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
    await first.close();
    expect((await aSimulator({ port })).url).toBe(first.url);
    expect(await readdir(join(first.dir, "chat-simulator"))).toContain("chat.sqlite");
  });
});
