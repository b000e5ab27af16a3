// Node loads this file before a function's own code. The option `--import` names it instead of a variable, so that the
// function keeps exactly the environment of its template. The file makes host names lead to the rehearsal's port, and
// leaves addresses of this machine unchanged.
import dns from "node:dns";
import { readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import tls from "node:tls";

const settings = new URL(import.meta.url).searchParams;
const port = Number(settings.get("port"));
const authority = readFileSync(settings.get("authority"), "utf8");
/** Host names resolve to a public address, so that checks of addresses behave as outside. */
const ELSEWHERE = "8.8.4.4";
const WATCH_MS = 1_000;
/** Only functions in a network reach private addresses. Addresses of this machine stand for private ones. */
const isInNetwork = settings.get("network") === "private";
const { AWS_LAMBDA_RUNTIME_API: runtimeApi = "" } = process.env;
const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/;

tls.setDefaultCACertificates([...tls.getCACertificates("default"), authority]);

// If the rehearsal is killed, nobody else would end this process.
const { ppid } = process;
setInterval(() => {
  if (process.ppid !== ppid) process.exit(1);
}, WATCH_MS).unref();

/** These names never exist (RFC 6761 section 6.4). */
const NOWHERE = /(?:^|\.)invalid\.?$/;
const refused = (syscall, code, hostname) =>
  Object.assign(new Error(`${syscall} ${code} ${hostname}`), { code, syscall, hostname });

const { lookup } = dns;
dns.lookup = (host, ...rest) => {
  const done = rest.at(-1);
  const options = typeof rest[0] === "object" ? rest[0] : {};
  if (LOOPBACK.test(host) || net.isIP(host)) return lookup(host, ...rest);
  if (NOWHERE.test(host)) return setImmediate(() => done(refused("getaddrinfo", "ENOTFOUND", host)));
  const found = { address: ELSEWHERE, family: 4 };
  setImmediate(() => (options.all ? done(null, [found]) : done(null, found.address, found.family)));
};
dns.promises.lookup = (host, options = {}) =>
  new Promise((resolve, reject) => {
    dns.lookup(host, options, (error, found, family) => {
      if (error) reject(error);
      else resolve(Array.isArray(found) ? found : { address: found, family });
    });
  });

/** Answers a question to the name servers. All hosts have an IPv4 address outside, and no other records. */
function recordsOf(question, host) {
  if (NOWHERE.test(host)) throw refused(question, "ENOTFOUND", host);
  if (question !== "queryA") throw refused(question, "ENODATA", host);
  return [ELSEWHERE];
}

// The machine's own name servers know no host of the rehearsal, so they are never asked.
for (const [name, question] of [
  ["resolve4", "queryA"],
  ["resolve6", "queryAaaa"],
  ["resolveTxt", "queryTxt"],
]) {
  const answer = async (host) => recordsOf(question, host);
  dns.promises[name] = answer;
  dns.promises.Resolver.prototype[name] = answer;
  const answerLater = (host, ...rest) => {
    const done = rest.at(-1);
    answer(host).then(
      (found) => process.nextTick(done, null, found),
      (error) => process.nextTick(done, error),
    );
  };
  dns[name] = answerLater;
  dns.Resolver.prototype[name] = answerLater;
}

/**
 * Resolves names of hosts for HTTPS, which alone leads outside. Any other connection to an address outside this machine
 * is refused.
 */
const onlyHere = (resolve) => (host, options, done) =>
  resolve(host, options, (error, found, family) => {
    const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found];
    if (error || addresses.every((address) => LOOPBACK.test(address))) return done(error, found, family);
    done(Object.assign(new Error(`connect ECONNREFUSED ${host}`), { code: "ECONNREFUSED" }));
  });

/** Refuses a connection at once. In the cloud it would time out after minutes. */
function refuse(socket, { host, port: asked }) {
  const message = `connect ETIMEDOUT ${host}:${asked}`;
  const error = Object.assign(new Error(message), {
    code: "ETIMEDOUT",
    syscall: "connect",
    address: host,
    port: asked,
  });
  process.nextTick(() => socket.destroy(error));
  return socket;
}

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function connectInside(...given) {
  // Node passes the arguments of `net.connect` on as a list within a list.
  const list = Array.isArray(given[0]) ? given[0] : given;
  const options = list[0];
  if (options === null || typeof options !== "object" || options.path != null) return connect.apply(this, given);
  const isHere = LOOPBACK.test(options.host ?? "localhost");
  if (isHere && !isInNetwork && `${options.host}:${options.port}` !== runtimeApi) return refuse(this, options);
  if (!isHere && Number(options.port) === 443) Object.assign(options, { host: "127.0.0.1", port, lookup: undefined });
  else if (!isHere) options.lookup = onlyHere(options.lookup ?? dns.lookup);
  return connect.apply(this, given);
};
syncBuiltinESMExports();
