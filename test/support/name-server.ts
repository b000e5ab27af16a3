import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";

const TYPES = { A: 1, CNAME: 5, TXT: 16, AAAA: 28 } as const;
const CODES = { "nothing such": 3, failure: 2 } as const;
const TRUNCATED = 0x02;

type RecordType = keyof typeof TYPES;

export interface DnsQuestion {
  readonly name: string;
  readonly type: RecordType;
  readonly isTcp: boolean;
}

export interface DnsRecord {
  readonly type: RecordType;
  /** The name of the record; by default that of the question. */
  readonly name?: string;
  /** An address, a name, or the strings of a TXT record. */
  readonly value: string | readonly string[];
}

/** `truncated` tells the client to ask again over TCP. Records of another type than the question's are left out. */
export type DnsAnswer = readonly DnsRecord[] | keyof typeof CODES | "silence" | "truncated";

export interface NameServer {
  /** The address in the form that `node:dns` takes. */
  readonly address: string;
  readonly asked: DnsQuestion[];
  close(): void;
}

const nameOnWire = (name: string): Buffer =>
  Buffer.concat([...name.split(".").map((label) => Buffer.from([label.length, ...Buffer.from(label)])), Buffer.of(0)]);

function valueOnWire({ type, value }: DnsRecord): Buffer {
  if (type === "TXT")
    return Buffer.concat([value].flat().map((text) => Buffer.from([text.length, ...Buffer.from(text)])));
  if (type === "CNAME") return nameOnWire(String(value));
  if (type === "A") return Buffer.from(String(value).split(".").map(Number));
  const [left = [], right = []] = String(value)
    .split("::")
    .map((half) => half.split(":").filter(Boolean));
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill("0"), ...right];
  return Buffer.from(groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]));
}

function recordOnWire(record: DnsRecord): Buffer {
  const value = valueOnWire(record);
  const head = Buffer.alloc(10);
  head.writeUInt16BE(TYPES[record.type], 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt32BE(60, 4);
  head.writeUInt16BE(value.length, 8);
  // 0xc00c points to the name of the question.
  return Buffer.concat([record.name === undefined ? Buffer.of(0xc0, 12) : nameOnWire(record.name), head, value]);
}

function questionIn(message: Buffer, isTcp: boolean): DnsQuestion {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  const code = message.readUInt16BE(at + 1);
  const type = (Object.keys(TYPES) as RecordType[]).find((one) => TYPES[one] === code);
  if (type === undefined) throw new Error(`a question of type ${code}`);
  return { name: labels.join("."), type, isTcp };
}

function answerOnWire(message: Buffer, { type }: DnsQuestion, answer: Exclude<DnsAnswer, "silence">): Buffer {
  const records = typeof answer === "string" ? [] : answer.filter((one) => one.type === type || one.type === "CNAME");
  const code = answer === "nothing such" || answer === "failure" ? CODES[answer] : 0;
  const head = Buffer.from(message.subarray(0, 12));
  head[2] = 0x81 | (answer === "truncated" ? TRUNCATED : 0);
  head[3] = 0x80 | code;
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  // Only the question is copied, without what may follow it (EDNS).
  const question = message.subarray(12, message.indexOf(0, 12) + 5);
  return Buffer.concat([head, question, ...records.map(recordOnWire)]);
}

/** Starts a name server (RFC 1035) on a free port of this machine, over UDP and TCP, that gives the answers of `answer`. */
export async function nameServer(answer: (question: DnsQuestion) => DnsAnswer): Promise<NameServer> {
  const asked: DnsQuestion[] = [];
  const answered = (message: Buffer, isTcp: boolean): Buffer | undefined => {
    const question = questionIn(message, isTcp);
    asked.push(question);
    const given = answer(question);
    return given === "silence" ? undefined : answerOnWire(message, question, given);
  };
  const streams = new Set<Socket>();
  const server = createServer((stream) => {
    streams.add(stream);
    stream.on("error", () => {});
    stream.on("data", (bytes: Buffer) => {
      for (let at = 0; at + 2 < bytes.length; at += 2 + bytes.readUInt16BE(at)) {
        const reply = answered(bytes.subarray(at + 2, at + 2 + bytes.readUInt16BE(at)), true);
        if (reply) stream.write(Buffer.concat([Buffer.of(reply.length >> 8, reply.length & 255), reply]));
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const socket = createSocket("udp4");
  socket.on("message", (message, { port: from }) => {
    const reply = answered(message, false);
    if (reply) socket.send(reply, from, "127.0.0.1");
  });
  socket.bind(port, "127.0.0.1");
  await once(socket, "listening");
  return {
    address: `127.0.0.1:${port}`,
    asked,
    close: () => {
      socket.close();
      server.close();
      for (const stream of streams) stream.destroy();
    },
  };
}

export const aRecord = (value: string): DnsRecord => ({ type: value.includes(":") ? "AAAA" : "A", value });
