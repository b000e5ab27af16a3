import fc from "fast-check";

/** Pieces that mean something to a reader of mails. */
const PIECES = [
  "\r\n",
  "\r\n\r\n",
  "\n",
  "\r",
  "\0",
  " ",
  "\t",
  ":",
  ";",
  "<",
  ">",
  "@",
  "=",
  "--4Xq/mx.example\r\n",
  "--4Xq/mx.example--\r\n",
  "Action: failed\r\n",
  "Action: delayed\r\n",
  "Status: 5.1.1\r\n",
  "Final-Recipient: rfc822;",
  "Content-Type: message/rfc822\r\n",
  "Content-Transfer-Encoding: base64\r\n",
  "Return-Path: <>\r\n",
  "(expanded from: ",
  "=?utf-8?q?=41?=",
  "+40",
  "\\x{40}",
  "\\x{D800}",
  "é",
  "\u{1f4e7}",
  "x".repeat(5000),
] as const;

/** A place in a mail is a share of its length, so it fits every mail. */
const place = fc.double({ min: 0, max: 1, noNaN: true });
const length = fc.nat(80);

const mutation = fc.oneof(
  fc.record({ kind: fc.constant("delete" as const), at: place, length }),
  fc.record({ kind: fc.constant("repeat" as const), at: place, length }),
  fc.record({ kind: fc.constant("insert" as const), at: place, piece: fc.constantFrom(...PIECES) }),
  fc.record({ kind: fc.constant("replace" as const), at: place, piece: fc.string({ minLength: 1, maxLength: 3 }) }),
  fc.record({ kind: fc.constant("move line" as const), at: place, to: place }),
  fc.record({ kind: fc.constant("drop line" as const), at: place }),
  fc.record({ kind: fc.constant("cut" as const), at: place }),
);
type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never;

export const mutations = fc.array(mutation, { minLength: 1, maxLength: 6 });

/** Applies the mutations in their order. */
export const mutate = (mail: string, applied: readonly Mutation[]): string => applied.reduce(mutateOnce, mail);

function mutateOnce(mail: string, change: Mutation): string {
  const at = Math.floor(change.at * mail.length);
  switch (change.kind) {
    case "delete":
      return mail.slice(0, at) + mail.slice(at + change.length);
    case "repeat":
      return mail.slice(0, at + change.length) + mail.slice(at);
    case "insert":
      return mail.slice(0, at) + change.piece + mail.slice(at);
    case "replace":
      return mail.slice(0, at) + change.piece + mail.slice(at + change.piece.length);
    case "move line":
      return moveLine(mail.split("\n"), change.at, change.to).join("\n");
    case "drop line":
      return moveLine(mail.split("\n"), change.at, undefined).join("\n");
    case "cut":
      return mail.slice(0, at);
  }
}

function moveLine(lines: readonly string[], from: number, to: number | undefined): string[] {
  const index = Math.floor(from * (lines.length - 1));
  const rest = lines.toSpliced(index, 1);
  return to === undefined ? rest : rest.toSpliced(Math.floor(to * rest.length), 0, lines[index] ?? "");
}
