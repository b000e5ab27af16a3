import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openCertificateAuthority } from "../../../local/certificate-authority.ts";
import { Faults } from "../../../rehearsal/faults.ts";
import { accountOf } from "../../../rehearsal/iam/account.ts";
import { type Lambda, startLambda } from "../../../rehearsal/lambda/lambda.ts";
import { makeNetworkInterfaces } from "../../../rehearsal/lambda/network-interfaces.ts";
import { MetricStore } from "../../../rehearsal/metrics/metric-store.ts";
import type { Deployed } from "../../../rehearsal/resources/deployed.ts";

const OUTSIDE = pathToFileURL(join(import.meta.dirname, "../../../rehearsal/network/outside.mjs")).href;
const CONNECTS = `import net from "node:net";
export const handler = ({ host, port }) => new Promise((done) => {
  const socket = net.connect({ host, port });
  socket.once("connect", () => { socket.destroy(); done("connected"); });
  socket.once("error", ({ code }) => done(code));
});`;

describe("the network of a rehearsal", () => {
  let folder = "";
  let mailServer: Server;
  let lambda: Lambda | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "herald-network-"));
    mailServer = createServer((socket) => socket.once("error", () => {})).listen(0, "127.0.0.1");
    await once(mailServer, "listening");
  });
  afterEach(async () => {
    await lambda?.stop();
    mailServer.close();
    await rm(folder, { recursive: true, force: true });
  });

  function connecting(isInNetwork: boolean, host: string): Promise<unknown> {
    const address = mailServer.address();
    return answerOf(CONNECTS, isInNetwork, { host, port: typeof address === "object" ? address?.port : 0 });
  }

  async function answerOf(code: string, isInNetwork: boolean, event: object): Promise<unknown> {
    await writeFile(join(folder, "index.mjs"), code);
    const { certificatePem } = await openCertificateAuthority(join(folder, "authority"));
    const authority = join(folder, "authority.pem");
    await writeFile(authority, certificatePem);
    const limits = { handler: "index.handler", timeoutSeconds: 10, memoryMb: 128, concurrency: 1 };
    const place = { name: "fn", arn: "arn:aws:lambda:eu-central-1:123456789012:function:fn", logGroup: "", role: "" };
    const preload = (fn: { readonly isInNetwork: boolean }) =>
      `${OUTSIDE}?${new URLSearchParams({ port: "1", authority, network: fn.isInNetwork ? "private" : "none" })}`;
    lambda = startLambda({
      functions: [{ ...place, ...limits, folder, isInNetwork, environment: {} }],
      platform: { preload, reserved: () => ({ _HANDLER: "index.handler", LAMBDA_TASK_ROOT: "/" }), onLine: () => {} },
      retries: new Map(),
      put: new MetricStore(Date.now).put,
      faults: new Faults(),
    });
    return lambda.invoke("fn", event);
  }

  it.each([
    ["a function in it", true, "127.0.0.1", "connected"],
    ["a function outside of it", false, "127.0.0.1", "ETIMEDOUT"],
    ["a function outside of it, by name", false, "localhost", "ETIMEDOUT"],
  ])("leads %s to a private address or not", async (_name, isInNetwork, host, outcome) => {
    expect(await connecting(isInNetwork, host)).toEqual({ kind: "answered", payload: JSON.stringify(outcome) });
  });

  const RESOLVES = `import dns from "node:dns";
import { Resolver } from "node:dns/promises";
const settled = (work) => work.then((found) => found, ({ code }) => code);
export const handler = async ({ name }) => {
  const resolver = new Resolver({ timeout: 1000, tries: 1 });
  const later = (ask) => new Promise((done) => ask(name, (error, found) => done(error?.code ?? found)));
  return [
    await settled(resolver.resolve4(name)), await settled(resolver.resolve6(name)), await settled(resolver.resolveTxt(name)),
    await settled(dns.promises.resolve4(name)), await later(dns.resolve4), await later(dns.resolveTxt),
    await settled(dns.promises.lookup(name).then(({ address }) => address)),
  ];
};`;
  it.each([
    ["receiver.example.net", [["8.8.4.4"], "ENODATA", "ENODATA", ["8.8.4.4"], ["8.8.4.4"], "ENODATA", "8.8.4.4"]],
    ["nowhere.invalid", Array(7).fill("ENOTFOUND")],
  ])("answers all questions about the name %s itself", async (name, expected) => {
    expect(await answerOf(RESOLVES, false, { name })).toEqual({ kind: "answered", payload: JSON.stringify(expected) });
  });

  const deployed = (type: string, properties: object, ref: string, arn?: string): Deployed => ({
    ...{ stack: "s", account: "123456789012", region: "eu-central-1", logicalId: ref, type, ref },
    ...{ properties: { ...properties }, attributes: { Arn: arn } },
  });
  const ROLE = "arn:aws:iam::123456789012:role/mail";
  function deployment(actions: readonly string[]) {
    const document = { Statement: [{ Effect: "Allow", Action: actions, Resource: "*" }] };
    const resources = [
      deployed("AWS::IAM::Role", {}, "mail", ROLE),
      deployed("AWS::IAM::Policy", { PolicyDocument: document, Roles: ["mail"] }, "policy"),
      deployed("AWS::Lambda::Function", { Role: ROLE, VpcConfig: { SubnetIds: ["subnet-1"] } }, "mailer"),
      deployed("AWS::Lambda::Function", { Role: "another" }, "other"),
    ];
    return { resources, outputs: {}, secrets: new Map<string, string>() };
  }

  it("takes no function whose role may not manage its interfaces", () => {
    const all = deployment(["ec2:*"]);
    expect(() => makeNetworkInterfaces(all, accountOf(all))).not.toThrow();
    const few = deployment(["ec2:Describe*", "ec2:CreateNetworkInterface"]);
    expect(() => makeNetworkInterfaces(few, accountOf(few))).toThrow(
      "mailer: The provided execution role does not have permissions to call DeleteNetworkInterface on EC2",
    );
  });
});
