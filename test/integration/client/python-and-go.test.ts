import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { missingOf } from "../../support/guides/reader.ts";
import { personsEnvironment } from "../../support/persons-environment.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const run = promisify(execFile);
const TIMEOUT_MS = 300_000;
const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const ID = "evt_0190b2a0-0000-7000-8000-000000000001";
const BODY = JSON.stringify({
  id: ID,
  type: "notification.sent",
  timestamp: "2026-11-23T04:00:00Z",
  data: { to: "zoë" },
});
const LIMITED = { "retry-after": "60", "ratelimit-limit": "30", "ratelimit-remaining": "0", "ratelimit-reset": "1" };

/** The subject of a request selects what each program does; each program prints the result as JSON. */
const PYTHON = `
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location("herald", sys.argv[1])
herald = importlib.util.module_from_spec(spec)
spec.loader.exec_module(herald)
client = herald.Herald()
result = {}
for subject in ("lost", "limited", "refused", "far"):
    try:
        result[subject] = client.send(recipient="a@b.test", subject=subject, body="b")["id"]
    except herald.HeraldError as error:
        result[subject] = {"status": error.status, "code": error.code or "", "message": str(error)}
result["own key"] = client.send("order-1", recipient="a@b.test", subject="kept", body="b")["id"]
result["wait"] = client.wait("slow")["status"]
result["events"] = []
for request in json.load(open(sys.argv[2])):
    try:
        result["events"].append(herald.verify_webhook(request["headers"], request["body"].encode(), ${JSON.stringify(SECRET)})["type"])
    except herald.WebhookVerificationError as error:
        result["events"].append("refused")
print(json.dumps(result))
`;
const GO = `package main

import ("context"; "encoding/json"; "errors"; "fmt"; "net/http"; "os"; "testing"; "time")

func TestAll(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	client, result := NewClient(), map[string]any{}
	for _, subject := range []string{"lost", "limited", "refused", "far"} {
		sent, err := client.Send(ctx, "", map[string]any{"recipient": "a@b.test", "subject": subject, "body": "b"})
		result[subject] = sent.ID
		if refused := (&Error{}); errors.As(err, &refused) {
			result[subject] = map[string]any{"status": refused.Status, "code": refused.Code, "message": refused.Message}
		}
	}
	own, _ := client.Send(ctx, "order-1", map[string]any{"recipient": "a@b.test", "subject": "kept", "body": "b"})
	result["own key"] = own.ID
	waited, _ := client.Wait(ctx, "slow")
	result["wait"] = waited.Status
	var requests []struct{ Headers map[string]string; Body string }
	text, _ := os.ReadFile(os.Getenv("REQUESTS"))
	if err := json.Unmarshal(text, &requests); err != nil { t.Fatal(err) }
	events := []string{}
	for _, request := range requests {
		header := http.Header{}
		for name, value := range request.Headers { header.Set(name, value) }
		event, err := VerifyWebhook(header, []byte(request.Body), ${JSON.stringify(SECRET)})
		if err != nil { event.Type = "refused" }
		events = append(events, event.Type)
	}
	result["events"] = events
	out, _ := json.Marshal(result)
	fmt.Println(string(out))
}
`;

function signed(atMs: number, body = BODY) {
  const signature = `v1,c29tZWJvZHk= ${new Webhook(SECRET).sign(ID, new Date(atMs), BODY)}`;
  const headers = {
    "Webhook-Id": ID,
    "webhook-timestamp": String(Math.floor(atMs / 1000)),
    "webhook-signature": signature,
  };
  return { headers, body };
}

/**
 * Plays a service that loses, limits and refuses requests by their subject, and executes a repeated request only once.
 */
class Service {
  readonly asked: { readonly subject: string; readonly key: string; readonly atMs: number }[] = [];
  #reads = 0;
  readonly server: Server = createServer((request, response) => {
    void this.#answer(request).then((answer) => {
      if (answer === undefined) {
        request.socket.destroy();
        return;
      }
      const { status, body, headers = {} } = answer;
      response.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });

  async #answer(
    request: IncomingMessage,
  ): Promise<{ status: number; body: unknown; headers?: Record<string, string> } | undefined> {
    let text = "";
    for await (const part of request) text += String(part);
    if (request.method === "GET")
      return { status: 200, body: { id: "slow", status: ++this.#reads < 2 ? "pending" : "sent" } };
    const { subject } = JSON.parse(text) as { subject: string };
    this.asked.push({ subject, key: String(request.headers["idempotency-key"]), atMs: Date.now() });
    const tries = this.asked.filter((one) => one.subject === subject).length;
    if (subject === "lost" && tries === 1) return undefined;
    if (subject === "lost" && tries === 2) return { status: 503, body: "<html>away</html>" };
    if (subject === "limited" && tries === 1) return { status: 429, body: "too many requests", headers: LIMITED };
    if (subject === "refused")
      return { status: 400, body: { error: "recipient is required", code: "invalid_request" } };
    if (subject === "far") return { status: 429, body: "too many requests", headers: { "retry-after": "3600" } };
    return { status: 202, body: { id: `id of ${subject}`, status: "pending" } };
  }

  keysOf = (subject: string) => this.asked.filter((one) => one.subject === subject).map(({ key }) => key);
}

describe.each([
  ["python3", "examples/python.py"],
  ["go", "examples/go/main.go"],
])("with %s alone, %s", (tool, example) => {
  const missing = missingOf([tool]);
  const service = new Service();
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "herald-copied-"));
    await new Promise<void>((done) => service.server.listen(0, "127.0.0.1", done));
  });
  afterAll(async () => {
    await new Promise((done) => service.server.close(done));
    await rm(folder, { recursive: true, force: true });
  });

  it("sends once what is lost, limited or repeated, says the code of what is refused, waits, and believes no forged event", async (ctx) => {
    ctx.skip(missing.length > 0, `not on this machine: ${tool}`);
    const now = Date.now();
    const old = signed(now - 3_600_000);
    const forged = signed(now, BODY.replace("sent", "failed"));
    const nobody = { headers: { "webhook-id": ID }, body: BODY };
    const requests = join(folder, "requests.json");
    await writeFile(requests, JSON.stringify([signed(now), forged, old, nobody]));
    const result = await resultOf(requests);
    expect(result).toEqual({
      lost: "id of lost",
      limited: "id of limited",
      refused: { status: 400, code: "invalid_request", message: "recipient is required" },
      far: { status: 429, code: "", message: "too many requests" },
      "own key": "id of kept",
      wait: "sent",
      events: ["notification.sent", "refused", "refused", "refused"],
    });
    const [lost, limited] = [service.keysOf("lost"), service.keysOf("limited")];
    expect([lost.length, new Set(lost).size, limited.length, new Set(limited).size]).toEqual([3, 1, 2, 1]);
    expect(lost[0]).not.toBe(limited[0]);
    expect([service.keysOf("refused").length, service.keysOf("far").length]).toEqual([1, 1]);
    expect(service.keysOf("kept")).toEqual(["order-1"]);
  });

  async function resultOf(requests: string): Promise<unknown> {
    const { port } = service.server.address() as AddressInfo;
    const own = { HERALD_URL: `http://127.0.0.1:${port}`, HERALD_API_KEY: "k", REQUESTS: requests };
    const caches = { PYTHONDONTWRITEBYTECODE: "1", GOCACHE: join(ROOT, "node_modules/.cache/go-build") };
    const options = { cwd: folder, timeout: TIMEOUT_MS, env: { ...personsEnvironment(), ...own, ...caches } };
    if (tool === "go") {
      await writeFile(join(folder, "main.go"), await readFile(join(ROOT, example)));
      await writeFile(join(folder, "main_test.go"), GO);
      await writeFile(join(folder, "go.mod"), "module example.test/copied\n\ngo 1.19\n");
    }
    const { stdout } =
      tool === "go"
        ? await run("go", ["test", "-v", "./..."], options)
        : await run("python3", ["-c", PYTHON, join(ROOT, example), requests], options);
    return JSON.parse(stdout.split("\n").find((line) => line.startsWith("{")) ?? "");
  }
});
