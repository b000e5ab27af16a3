import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anAddress, headersIn, LocalStack, until } from "../support/local-stack.ts";
import { personsEnvironment } from "../support/persons-environment.ts";
import { WebhookReceiver } from "../support/webhook-receiver.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const TIMEOUT_MS = 60_000;

let stack: LocalStack;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "herald-command-"));
  stack = await LocalStack.shared();
});
afterAll(async () => {
  await stack.close();
  await rm(folder, { recursive: true, force: true });
});

interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a line in a person's shell, with the stack's folder in the environment and `herald` as its launcher. */
function shell(script: string, environment: Readonly<Record<string, string>> = {}): Promise<Run> {
  const env = { ...personsEnvironment(), HERALD_DATA_DIR: stack.dataDir, ...environment };
  const herald = `herald() { '${process.execPath}' '${join(ROOT, "bin/herald.mjs")}' "$@"; }`;
  return new Promise((done) => {
    const options = { cwd: folder, env, timeout: TIMEOUT_MS };
    const child = execFile("sh", ["-c", `${herald}\n${script}`], options, (_error, out, err) =>
      done({ code: child.exitCode, out, err }),
    );
  });
}

describe("herald env", () => {
  it("sets what a guide's commands need: a shell sends with it", async () => {
    const to = anAddress();
    const { code, out, err } = await shell(`eval "$(herald env)"
curl -sS --fail-with-body "$HERALD_URL/api/v1/notifications" -H "Authorization: Bearer $HERALD_API_KEY" \\
  -H 'Content-Type: application/json' -d '{"recipient":"${to}","subject":"S","body":"B"}' | herald get status
curl -sS --fail-with-body "$HERALD_URL/api/v1/smtp-accounts" -H "Authorization: Bearer $HERALD_ACCESS_TOKEN" | herald get 0.id
echo "$HERALD_SMTP_ACCOUNT_ID"`);
    expect([code, err]).toEqual([0, ""]);
    const [status, listed, account] = out.trim().split("\n");
    expect([status, listed]).toEqual(["pending", account]);
  });

  it("prints the other owner's key, and JSON for programs", async () => {
    const { out } = await shell("herald env --owner other --json");
    expect(JSON.parse(out)).toMatchObject({
      HERALD_URL: stack.file.base_url,
      HERALD_API_KEY: stack.file.other.api_key,
      HERALD_MAILBOX_URL: stack.file.mailbox_url,
    });
  });

  it("prints the demo owner's key and accounts of test mode (D48)", async () => {
    const to = anAddress();
    const { code, out, err } = await shell(`unset HERALD_MAILBOX_URL; eval "$(herald env --test)"
echo "$HERALD_API_KEY \${HERALD_MAILBOX_URL-none}"
curl -sS --fail-with-body "$HERALD_URL/api/v1/notifications" -H "Authorization: Bearer $HERALD_API_KEY" \\
  -H 'Content-Type: application/json' -d '{"recipient":"${to}","subject":"S","body":"B","smtp_account_id":"'"$HERALD_SMTP_ACCOUNT_ID"'"}' | herald get status
curl -sS "$HERALD_URL/panel/api/chat-accounts" -H "Authorization: Bearer $HERALD_ACCESS_TOKEN" -H 'Herald-Mode: test' | herald get 0.id
echo "$HERALD_CHAT_ACCOUNT_ID"`);
    expect([code, err]).toEqual([0, ""]);
    const [first, status, listed, account] = out.trim().split("\n");
    expect([first, status, listed]).toEqual([`${stack.file.demo.test_api_key} none`, "pending", account]);
    expect(account).not.toBe(stack.file.demo.chat_account_id);
    expect(stack.file.demo.test_api_key).toMatch(/^hrld_test_[0-9A-Za-z]{49}$/);
  });

  it("has a test key for the owner demo only", async () => {
    const { code, err } = await shell("herald env --test --owner other");
    expect([code, err]).toEqual([2, expect.stringContaining("cannot be used with")]);
  });

  it("says in words that an owner has a name", async () => {
    const { code, out, err } = await shell("herald env --owner ''");
    expect([code, out, err]).toEqual([2, "", expect.stringContaining("It must name an owner.")]);
  });

  it("says where no stack is, and gives a shell nothing to run", async () => {
    const { code, out, err } = await shell("herald env", { HERALD_DATA_DIR: join(folder, "nowhere") });
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(/^there is no local stack in .*nowhere: start it \(npm start\)/);
  });
});

describe("herald send", () => {
  it("sends, and says what became of it", async () => {
    const [to, cc] = [anAddress(), anAddress("copy")];
    const { code, out } = await shell(`herald send ${to} ${cc} -s 'Olá ✓' -b 'It works.'`);
    expect(code).toBe(0);
    expect(out).toMatch(/^sent {2}[0-9a-f-]{36}\n$/);
    const [mail] = await stack.mails(to);
    expect(mail).toMatchObject({ subject: "Olá ✓", rcpt_to: [to, cc] });
  });

  it("sends, lists, explains and resends in test mode, and nothing reaches the mailbox (D48)", async () => {
    const to = anAddress();
    const sent = await shell(`herald send ${to} -s Sandboxed --test`);
    expect([sent.code, sent.err]).toEqual([0, `read it at ${stack.file.base_url}/sandbox?mode=test\n`]);
    const id = sent.out.trim().split("  ")[1] ?? "";
    const key = `--url ${stack.file.base_url} --key ${stack.file.demo.test_api_key}`;
    for (const given of ["--test", key]) {
      expect((await shell(`herald notifications list --recipient ${to} ${given}`)).out).toContain(id);
      expect((await shell(`herald notifications get ${id} ${given}`)).out).toMatch(/^sent {2}/);
    }
    expect((await shell(`herald notifications get ${id}`)).code).toBe(1);
    expect((await shell(`herald notifications resend ${id} --test`)).out).toMatch(/^sent {2}/);
    const { out } = await shell("herald events list --types notification.sent --test --json");
    expect(JSON.parse(out).events).toContainEqual(expect.objectContaining({ data: expect.objectContaining({ id }) }));
    await until(
      () => shell(`herald trace ${id}`),
      ({ code }) => code === 0,
    );
    expect((await shell("herald smoke --test")).out).toMatch(/all well\n$/);
    expect(await (await fetch(`${stack.file.mailbox_url}/api/messages?to=${encodeURIComponent(to)}`)).json()).toEqual({
      messages: [],
    });
    expect((await shell(`herald send ${to} -s S --test --key x`)).code).toBe(2);
  });

  it("takes the text from its input, and files", async () => {
    const to = anAddress();
    await writeFile(join(folder, "notes.txt"), "a file");
    const { code, out } = await shell(`echo '<b>hi</b>' | herald send ${to} -s S -b - --html -a notes.txt --json`);
    expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ status: "sent", channel: "email" })]);
    const [mail] = await stack.mails(to);
    const whole = await (await fetch(`${stack.file.mailbox_url}/api/messages/${mail?.id}/raw`)).text();
    expect(whole).toContain("notes.txt");
    expect(whole).toContain("<b>hi</b>");
  });

  it("says of a wait that is interrupted which notification it was", async () => {
    const to = anAddress("defer9");
    const list = `curl -sS "${stack.file.base_url}/api/v1/notifications?limit=5" -H "Authorization: Bearer ${stack.file.demo.api_key}"`;
    const { out, err } = await shell(`'${process.execPath}' '${join(ROOT, "bin/herald.mjs")}' send ${to} -s S & sent=$!
until ${list} | grep -qF '${to}' || ! kill -0 $sent; do sleep 0.2; done
sleep 1; kill -INT $sent; wait $sent; echo "ended with $?"`);
    expect(out).toBe("ended with 130\n");
    expect(err).toMatch(/^not waited for any longer: [0-9a-f-]{36}\n$/);
  });

  it("says what the service says of every wrong field", async () => {
    const { code, err } = await shell("herald send 'Ana <ana@example.com>' -s S");
    expect(code).toBe(1);
    expect(err).toMatch(/^recipient must be a valid email address\n {2}recipient: .*without a display name/);
  });

  it("refuses a time that is none by the name of its option", async () => {
    const { code, err } = await shell("herald send ana@example.com -s S --at tomorrow");
    expect([code, err]).toEqual([2, expect.stringContaining("'--at <time>' argument 'tomorrow' is invalid.")]);
  });

  it("ends with 1 and the response when the recipient is refused", async () => {
    const { code, out } = await shell(`herald send ${anAddress("reject")} -s S`);
    expect(code).toBe(1);
    expect(out).toMatch(/^failed {2}[0-9a-f-]{36} {2}550 /);
  });

  it("sends a template with its variables", async () => {
    const { token, key } = await stack.owner();
    const json = { name: "N", subject: "For {{.name}}", body: "Hello {{.name}}", alias: "hello" };
    expect((await stack.call("POST", "/api/v1/templates", { token, json })).status).toBe(201);
    const to = anAddress();
    const { code } = await shell(`herald send ${to} -t hello --var name=Ana --url ${stack.file.base_url} --key ${key}`);
    expect(code).toBe(0);
    expect(await stack.mails(to)).toMatchObject([{ subject: "For Ana" }]);
  });

  it("sends copies, as another sender, with data of a file", async () => {
    const { token, key } = await stack.owner({ from_addresses: ["*@news.example"] });
    const body = "{{range .items}}{{.name}};{{end}}{{.total}}";
    const json = { name: "N", subject: "For {{.name}}", body, alias: "order" };
    expect((await stack.call("POST", "/api/v1/templates", { token, json })).status).toBe(201);
    await writeFile(
      join(folder, "order.json"),
      JSON.stringify({ items: [{ name: "Tea" }, { name: "Cup" }], total: 3 }),
    );
    const [to, other, cc, first, second] = ["to", "o", "cc", "b1", "b2"].map((name) => anAddress(name));
    const copies = `${other} --cc ${cc} --bcc ${first} --bcc ${second} --from anna@news.example`;
    const at = `--url ${stack.file.base_url} --key ${key}`;
    const { code, err } = await shell(`herald send ${to} ${copies} -t order --var name=Ana --data @order.json ${at}`);
    expect([code, err]).toEqual([0, ""]);
    const mail = await stack.mail(to ?? "");
    expect(mail).toMatchObject({
      mail_from: "anna@news.example",
      subject: "For Ana",
      rcpt_to: [to, other, cc, first, second],
    });
    expect(mail.text?.trim()).toBe("Tea;Cup;3");
    expect(headersIn(mail.raw).find((line) => /^cc:/i.test(line))).toBe(`Cc: ${other}, ${cc}`);
    const written = await shell(`herald send ${to} -t order --data '{"items":[],"total":7,"name":"x"}' ${at}`);
    expect([written.code, written.err]).toEqual([0, ""]);
    const refused = await shell(`herald send ${to} -s S --from eve@elsewhere.example ${at}`);
    expect([refused.code, refused.err]).toEqual([1, "from is not allowed for this account\n"]);
  });

  it("says what the service says of a mistake, and sends nothing", async () => {
    const { code, out, err } = await shell("herald send nobody -s S");
    expect([code, out, err]).toEqual([1, "", "recipient must be a valid email address\n"]);
    const { code: noFile, err: said } = await shell(`herald send ${anAddress()} -s S -a nothing.txt`);
    expect([noFile, said]).toEqual([2, "there is no file nothing.txt that can be read\nSee herald send --help.\n"]);
    const aFolder = await shell(`herald send ${anAddress()} -s S -a ..`);
    expect([aFolder.code, aFolder.err]).toEqual([2, "there is no file .. that can be read\nSee herald send --help.\n"]);
  });
});

describe("herald templates", () => {
  it("keeps an owner's templates as files, and brings the service to their state", async () => {
    const { token } = await stack.owner(null);
    const at = `--url ${stack.file.base_url} --token ${token}`;
    const json = { name: "Receipt", subject: "For {{.name}}", body: "Thank you, {{.name}}", alias: "receipt" };
    const { body } = await stack.call("POST", "/api/v1/templates", { token, json });
    const kept = async () => (await stack.call("GET", "/api/v1/templates", { token })).list;

    expect(await shell(`herald templates pull mine ${at}`)).toMatchObject({
      code: 0,
      out: "create receipt\ndone: 1 created\n",
    });
    expect(await shell(`herald templates push mine ${at}`)).toMatchObject({ code: 0, out: "nothing differs\n" });

    const change = "sed -i.old 's/Thank you/Many thanks/' mine/receipt/body.txt && rm mine/receipt/*.old";
    const asked = await shell(`${change}; herald templates push mine ${at} < /dev/null`);
    expect([asked.code, asked.out]).toEqual([
      2,
      "change receipt\n--- receipt/body.txt\n-Thank you, {{.name}}\n+Many thanks, {{.name}}\n",
    ]);
    expect(asked.err).toContain("say --yes to do it. Nothing was done");
    expect((await shell(`herald templates push mine ${at} --diff`)).out).toBe(asked.out);
    expect(await kept()).toMatchObject([{ body: json.body }]);

    const more = `mkdir mine/welcome; echo '{"name":"Welcome","subject":"Hi"}' > mine/welcome/template.json; echo Hi > mine/welcome/body.txt
echo '{"name":"Ann"}' > mine/welcome/samples.json`;
    const pushed = await shell(`${more}; herald templates push mine ${at} --yes --json`);
    expect([pushed.code, JSON.parse(pushed.out)]).toEqual([
      0,
      {
        changes: [
          { reference: "receipt", kind: "change" },
          { reference: "welcome", kind: "create" },
        ],
        refused: [],
      },
    ]);
    const [receipt, welcome] = await kept();
    expect([receipt, welcome]).toMatchObject([
      { id: body.id, body: "Many thanks, {{.name}}", alias: "receipt" },
      { body: "Hi\n", alias: "welcome" },
    ]);
    const samples = await stack.call("GET", `/panel/api/templates/${welcome?.id}/samples`, { token });
    expect(samples.body).toEqual({ samples: { name: "Ann" } });
  });

  it("deletes only when told to, and overwrites no file without a question", async () => {
    const { token } = await stack.owner(null);
    const at = `--url ${stack.file.base_url} --token ${token}`;
    const json = { name: "N", subject: "S", body: "B", alias: "one" };
    await stack.call("POST", "/api/v1/templates", { token, json });
    await shell(`herald templates pull own ${at}; echo changed > own/one/body.txt`);
    const overwritten = await shell(`herald templates pull own ${at} < /dev/null; cat own/one/body.txt`);
    expect(overwritten.out).toBe("change one\n--- one/body.txt\n-changed\n-\n+B\nchanged\n");
    expect((await shell(`herald templates pull own ${at} --yes; cat own/one/body.txt`)).out).toMatch(/1 changed\nB$/);
    const kept = await shell(`rm -r own/one; herald templates push own ${at} --yes`);
    expect(kept.out).toBe("nothing differs\n");
    const deleted = await shell(`herald templates push own ${at} --delete --yes`);
    expect(deleted.out).toBe("delete one\ndone: 1 deleted\n");
    expect((await stack.call("GET", "/api/v1/templates", { token })).list).toEqual([]);
  });

  it("keeps those of test mode with --test, and those of live mode beside a test key (D48)", async () => {
    const { token } = await stack.owner(null);
    const at = `--url ${stack.file.base_url} --token ${token}`;
    const { key } = await stack.apiKey(token, { mode: "test" });
    const json = { name: "Tried", subject: "S", body: "For {{.name}}", alias: "tried" };
    const headers = { "herald-mode": "test" };
    const made = await stack.call("POST", "/api/v1/templates", { token, json, headers });
    const samples = `/panel/api/templates/${made.body.id}/samples`;
    await stack.call("PUT", samples, { token, headers, json: { samples: { name: "Ann" } } });

    expect((await shell(`herald templates pull tests --test ${at}; cat tests/tried/samples.json`)).out).toContain(
      "Ann",
    );
    const change = "echo Changed > tests/tried/body.txt; echo '{}' > tests/tried/samples.json";
    expect((await shell(`${change}; herald templates push tests --test --yes ${at}`)).code).toBe(0);
    const kept = await stack.call("GET", "/api/v1/templates", { token, headers });
    expect(kept.list).toMatchObject([{ id: made.body.id, body: "Changed\n" }]);
    expect((await stack.call("GET", samples, { token, headers })).body).toEqual({ samples: {} });
    expect((await shell(`herald template-types --test ${at}`)).out).toContain("tried");

    expect(await shell(`herald templates pull live ${at}`, { HERALD_API_KEY: String(key) })).toMatchObject({
      code: 0,
      out: "nothing differs\n",
    });
    const pushed = await shell(`herald templates push tests --yes ${at}`, { HERALD_API_KEY: String(key) });
    expect([pushed.code, pushed.err]).toEqual([0, ""]);
    expect((await stack.call("GET", "/api/v1/templates", { token })).list).toMatchObject([{ alias: "tried" }]);
  });

  it("writes nothing of a folder with a mistake", async () => {
    const { token } = await stack.owner(null);
    const at = `--url ${stack.file.base_url} --token ${token}`;
    const put = (name: string, text: string) =>
      `mkdir -p bad/${name}; echo '{"name":"N","subject":"S"}' > bad/${name}/template.json; echo '${text}' > bad/${name}/body.txt`;
    const { code, err } = await shell(
      `${put("a", "B")}; ${put("b", "{{end}}")}; herald templates push bad ${at} --yes`,
    );
    expect([code, err]).toEqual([1, "b: template: body:1: unexpected {{end}}\n"]);
    expect((await stack.call("GET", "/api/v1/templates", { token })).list).toEqual([]);
  });
});

describe("herald get", () => {
  it.each([
    ['{"a":{"b":[{"c":"x y"}]}}', "a.b.0.c", 0, "x y\n"],
    ['{"a":{"b":1}}', "a", 0, '{"b":1}\n'],
    ['{"a":1}', "b", 1, ""],
    ["nothing", "a", 1, ""],
  ])("of %s at %s ends with %i", async (json, path, code, out) => {
    expect(await shell(`printf '%s' '${json}' | herald get ${path}`)).toMatchObject({ code, out });
  });
});

it("doctor and smoke need no arguments on this machine", async () => {
  const doctor = await shell("herald doctor --json");
  expect(JSON.parse(doctor.out).checks.map(({ result }: { result: string }) => result)).not.toContain("failed");
  const smoke = await shell("herald smoke --json");
  expect([smoke.code, JSON.parse(smoke.out)]).toEqual([0, expect.objectContaining({ ok: true })]);
});

describe("herald notifications", () => {
  const ofStack = (key: string) => `--url ${stack.file.base_url} --key ${key}`;

  it("lists, shows and resends, for people and for programs", async () => {
    const { key } = await stack.owner();
    const [recipient, refused] = [anAddress(), anAddress("reject")];
    const id = await stack.accepted(key, { recipient, subject: "Hello", metadata: { order: "7" } });
    const failed = await stack.accepted(key, { recipient: refused });
    for (const one of [id, failed]) await stack.settled(key, one);
    const at = ofStack(key);
    const listed = await shell(`herald notifications list ${at}`);
    expect([
      listed.code,
      listed.out
        .trim()
        .split("\n")
        .map((line) => line.split("  ")[0]),
    ]).toEqual([0, [expect.stringMatching(/^\d{4}-.*Z$/), expect.stringMatching(/^\d{4}-.*Z$/)]]);
    const filters = "--status sent --channel email --metadata order=7 --since 2026-01-01T00:00:00Z --limit 1";
    const { out: found } = await shell(`herald notifications list ${filters} ${at} --json`);
    expect(JSON.parse(found)).toMatchObject({ notifications: [{ id, recipient, status: "sent" }] });

    const again = await shell(`herald notifications resend ${id} ${at} --json`);
    expect([again.code, JSON.parse(again.out)]).toMatchObject([0, { status: "sent", resent_from: id }]);
    const { out: shown } = await shell(`herald notifications get ${id} ${at}`);
    const resent = JSON.parse(again.out).id;
    for (const text of [`sent  ${id}`, `sent again as ${resent}`, recipient, "subject", "Hello", "accepted", "resent"])
      expect(shown).toContain(text);
    const { out: json } = await shell(`herald notifications get ${id} ${at} --json | herald get resent_as.0`);
    expect(json).toBe(`${resent}\n`);
    const failure = await shell(`herald notifications resend ${failed} ${at}`);
    // The refusal of the first mail has suppressed the address.
    expect([failure.code, failure.out]).toEqual([
      1,
      expect.stringMatching(/^failed {2}\S{36} {2}recipient is suppressed/),
    ]);
  });

  it("says what is wrong, and lists nothing where there is nothing", async () => {
    const { key } = await stack.owner(null);
    const none = await shell(`herald notifications list ${ofStack(key)}`);
    expect(none).toEqual({ code: 0, out: "", err: "no notifications\n" });
    const unknown = await shell(`herald notifications get ${crypto.randomUUID()} ${ofStack(key)} --json`);
    expect([unknown.code, JSON.parse(unknown.out)]).toEqual([1, { error: "not found", exit_code: 1 }]);
    expect((await shell("herald notifications list --since yesterday")).code).toBe(2);
    expect((await shell("herald notifications list --status lost")).code).toBe(2);
  });
});

describe("herald events", () => {
  it("lists the newest, and posts one to a webhook again", async () => {
    const owner = await stack.owner();
    const at = `--url ${stack.file.base_url}`;
    const receiver = await WebhookReceiver.start();
    try {
      const json = { url: receiver.url, event_types: ["notification.sent"] };
      const webhook = await stack.call("POST", "/api/v1/webhooks", { token: owner.token, json });
      const id = await stack.accepted(owner.key);
      await stack.settled(owner.key, id);
      const list = `herald events list --types notification.sent --since 2026-01-01T00:00:00Z ${at} --key ${owner.key}`;
      const { out } = await until(
        () => shell(`${list} --json`),
        (run) => JSON.parse(run.out).events.length > 0,
      );
      const [event] = JSON.parse(out).events;
      expect(event).toMatchObject({ type: "notification.sent", data: { id } });
      expect((await shell(list)).out).toMatch(new RegExp(`notification\\.sent +${event.id}`));

      const resend = `herald events resend ${event.id} ${at} --token ${owner.token}`;
      const times = (least: number) =>
        until(
          async () => receiver.received.filter((one) => one.headers["webhook-id"] === event.id),
          (all) => all.length >= least,
        );
      await times(1);
      expect(await shell(resend)).toMatchObject({ code: 0, out: `pending  ${event.id}  ${webhook.body.id}\n` });
      await times(2);
      const unsent = await shell(`herald events resend evt_${crypto.randomUUID()} ${at} --token ${owner.token}`);
      expect([unsent.code, unsent.err]).toEqual([1, expect.stringContaining("has not been sent evt_")]);
      await stack.call("POST", "/api/v1/webhooks", { token: owner.token, json });
      const two = await shell(resend);
      expect([two.code, two.err]).toEqual([2, expect.stringContaining(`${webhook.body.id}  ${receiver.url}`)]);
      const named = await shell(`${resend} --webhook ${webhook.body.id} --json`);
      expect(JSON.parse(named.out)).toEqual({ event_id: event.id, webhook_id: webhook.body.id, status: "pending" });
      const nobody = await stack.token(`owner-${crypto.randomUUID()}`);
      const none = await shell(`herald events resend ${event.id} ${at} --token ${nobody}`);
      expect(none).toMatchObject({ code: 1, err: "there is no webhook\n" });
    } finally {
      await receiver.close();
    }
  });
});

describe("herald events resend --test", () => {
  it("posts an event of test mode to a webhook of test mode again (D48)", async () => {
    const { token } = await stack.owner(null);
    const key = String((await stack.apiKey(token, { mode: "test" })).key);
    const at = `--url ${stack.file.base_url} --token ${token}`;
    const receiver = await WebhookReceiver.start();
    try {
      const headers = { "herald-mode": "test" };
      const json = { url: receiver.url, event_types: ["notification.sent"] };
      const webhook = await stack.call("POST", "/api/v1/webhooks", { token, json, headers });
      await stack.accepted(key);
      const times = (least: number) =>
        until(
          async () => receiver.received,
          ({ length }) => length >= least,
        );
      const [first] = await times(1);
      const id = first?.headers["webhook-id"];
      const unknown = await shell(`herald events resend ${id} ${at}`);
      expect(unknown).toMatchObject({ code: 1, err: "there is no webhook\n" });
      const resent = await shell(`herald events resend ${id} --test ${at}`);
      expect(resent).toMatchObject({ code: 0, out: `pending  ${id}  ${webhook.body.id}\n` });
      const [, again] = await times(2);
      expect(again?.headers).toMatchObject({ "webhook-id": id, "herald-mode": "test" });
    } finally {
      await receiver.close();
    }
  });
});

describe("herald keys", () => {
  it("makes, lists and revokes keys with permissions and limits (D47)", async () => {
    const { token } = await stack.owner(null);
    const at = `--url ${stack.file.base_url} --token ${token}`;
    const terms = "--permission notifications:send --permission events:read --recipient '*@example.test' --per-day 5";
    const made = await shell(`herald keys create "Order mails" ${terms} --approval ${at}`);
    expect([made.code, made.out]).toEqual([0, expect.stringMatching(/^hrld_live_\w{49}\n$/)]);
    const [, id = ""] = /made key (\S+);/.exec(made.err) ?? [];
    const { out } = await shell(`herald keys list ${at}`);
    expect(out).toMatch(
      new RegExp(
        `Z  ${id}  hrld_live_\\w\\w…  Order mails  works  notifications:send,events:read  0/5 today  to \\*@example.test  approval required\\n`,
      ),
    );
    const ofTests = await shell(`herald keys create Tests --test ${at}`);
    expect([ofTests.code, ofTests.out]).toEqual([0, expect.stringMatching(/^hrld_test_\w{49}\n$/)]);
    expect((await shell(`herald keys list ${at}`)).out).toMatch(
      / {2}hrld_test_\w\w… {2}Tests {2}works {2}test mode {2}/,
    );
    const { out: json } = await shell(`herald keys create Plain ${at} --json`);
    expect(JSON.parse(json)).not.toHaveProperty("permissions");
    expect((await shell(`herald keys revoke ${id} ${at}`)).out).toBe(`revoked  ${id}\n`);
    expect((await shell(`herald keys list ${at}`)).out).not.toContain(id);
    expect((await shell(`herald keys list --all ${at}`)).out).toMatch(new RegExp(`${id}.*  revoked  `));
    const unknown = crypto.randomUUID();
    const gone = await shell(`herald keys revoke ${unknown} ${at} --json`);
    expect([gone.code, JSON.parse(gone.out)]).toEqual([1, { error: `there is no key ${unknown}`, exit_code: 1 }]);
    const bad = await shell(`herald keys create X --permission everything ${at}`);
    expect([bad.code, bad.err]).toEqual([1, expect.stringContaining("permissions must name at least one of")]);
    expect((await shell(`herald keys create X --per-day 0 ${at}`)).code).toBe(2);
  });
});

describe("herald suppressions", () => {
  const ofOwner = ({ token }: { readonly token: string }) => `--url ${stack.file.base_url} --token ${token}`;

  it("adds, lists and deletes, for people and for programs", async () => {
    const at = ofOwner(await stack.owner(null));
    const [address, number] = [anAddress(), "+351912345678"];
    const none = await shell(`herald suppressions list ${at}`);
    expect(none).toEqual({ code: 0, out: "", err: "no suppressions\n" });
    const added = await shell(`herald suppressions add ${address} --topic news ${at}`);
    expect([added.code, added.out]).toEqual([
      0,
      expect.stringMatching(new RegExp(`Z  manual       \\S{36}  ${address.replace("+", "\\+")}  topic news\\n$`)),
    ]);
    const { out } = await shell(`herald suppressions add ${number} --reason complaint ${at} --json`);
    const { id } = JSON.parse(out);
    expect(JSON.parse(out)).toMatchObject({ channel: "chat", recipient: number, reason: "complaint" });
    const again = await shell(`herald suppressions add ${number} --reason complaint ${at} --json`);
    expect([again.code, JSON.parse(again.out).id]).toEqual([0, id]);

    const { out: one } = await shell(`herald suppressions list --limit 1 ${at}`);
    expect(one).toMatch(new RegExp(`^\\S+Z  complaint    ${id}  \\${number}\\n$`));
    const found = await shell(
      `herald suppressions list --recipient ${address.toUpperCase()} --reason manual ${at} --json`,
    );
    expect(JSON.parse(found.out)).toMatchObject({ suppressions: [{ recipient: address, topic: "news" }] });

    expect(await shell(`herald suppressions delete ${id} ${at}`)).toEqual({
      code: 0,
      out: `deleted  ${id}\n`,
      err: "",
    });
    const gone = await shell(`herald suppressions delete ${id} ${at} --json`);
    expect([gone.code, JSON.parse(gone.out)]).toEqual([1, { error: `there is no suppression ${id}`, exit_code: 1 }]);
    const bad = await shell(`herald suppressions add nobody ${at}`);
    expect([bad.code, bad.err]).toEqual([1, expect.stringContaining("recipient must be an email address")]);
    expect((await shell(`herald suppressions add ${address} --reason other ${at}`)).code).toBe(2);
  });

  it("adds, lists, moves and deletes those of test mode with --test (D48)", async () => {
    const owner = await stack.owner(null);
    const at = ofOwner(owner);
    const [address, other] = [anAddress(), anAddress()];
    const { out: added } = await shell(`herald suppressions add ${address} --test ${at} --json`);
    await writeFile(join(folder, "tests.csv"), `${other}\n`);
    expect((await shell(`herald suppressions import tests.csv --test ${at}`)).out).toMatch(/^1 made, /);
    const { out: listed } = await shell(`herald suppressions list --recipient ${address} --test ${at}`);
    expect(listed).toContain(JSON.parse(added).id);
    const { out: exported } = await shell(`herald suppressions export --test ${at}`);
    for (const one of [address, other]) expect(exported).toContain(one);
    const live = await shell(`herald suppressions list ${at}`);
    expect(live).toMatchObject({ out: "", err: "no suppressions\n" });
    const deleted = await shell(`herald suppressions delete ${JSON.parse(added).id} --test ${at}`);
    expect(deleted.out).toMatch(/^deleted {2}/);
  });

  it("works with test mode of the stack on this machine", async () => {
    const address = anAddress();
    expect((await shell(`herald suppressions add ${address} --test`)).code).toBe(0);
    expect((await shell(`herald suppressions list --recipient ${address}`)).err).toBe("no suppressions\n");
    const { out } = await shell(`herald send ${address} -s S --test`);
    expect(out).toMatch(/^failed .*recipient is suppressed/);
  });

  it("moves all of them from one owner to another as CSV", async () => {
    const [from, to] = [await stack.owner(null), await stack.owner(null)];
    const [ana, bo] = [anAddress("ana"), anAddress("bo")];
    await writeFile(join(folder, "list.csv"), `${ana},bounce\n\n+351912345678\nno\n${bo},wrong\n${ana},bounce\n`);
    const imported = await shell(`herald suppressions import list.csv ${ofOwner(from)}`);
    expect([imported.code, imported.out]).toEqual([1, "2 made, 1 there already, 2 refused\n"]);
    expect(imported.err).toMatch(/^line 4: .*E\.164\nline 5: reason must be one of: bounce, /);

    const exported = await shell(`herald suppressions export ${ofOwner(from)}`);
    // Both were made in one import, perhaps in one millisecond: which comes first is not said.
    expect(exported.out).toMatch(/^recipient,reason,topic,/);
    expect(exported.out).toMatch(/^"'\+351912345678",manual,,.*Z,chat,.*\r$/m);
    const moved = await shell(
      `herald suppressions export ${ofOwner(from)} | herald suppressions import - ${ofOwner(to)} --json`,
    );
    expect([moved.code, JSON.parse(moved.out)]).toEqual([0, { made: 2, stood: 0, refused: [] }]);
    const { out } = await shell(`herald suppressions export --reason bounce ${ofOwner(to)} --json`);
    expect(JSON.parse(out)).toMatchObject({ suppressions: [{ recipient: ana, reason: "bounce" }] });

    expect((await shell(`herald suppressions import missing.csv ${ofOwner(to)}`)).code).toBe(2);
    expect((await shell(`echo recipient | herald suppressions import - ${ofOwner(to)}`)).code).toBe(2);
  });
});
