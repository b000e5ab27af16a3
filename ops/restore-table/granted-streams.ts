import * as z from "zod";
import type { TableDefinition } from "../../lib/tables.ts";

/**
 * The names of these inline policies of a reader's role begin with this. Each has the rights to one restored table's
 * streams, and nothing else.
 */
const GRANT = "RestoredStreams";
const ACTIONS = ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"];

/**
 * Returns the name of a table's policy. Each table has one of its own, so that two concurrent restores do not overwrite
 * each other's.
 */
export const grantOf = (table: TableDefinition["name"]): string => `${GRANT}-${table}`;

const oneOrMore = z.union([z.string().transform((one) => [one]), z.array(z.string())]);
const statement = z.looseObject({ Effect: z.literal("Allow"), Resource: oneOrMore });
const policy = z.looseObject({ Statement: z.union([statement.transform((one) => [one]), z.array(statement)]) });

/**
 * Returns the streams that a policy of this command grants, or none if there is no policy. Throws if the document is
 * not a policy that this command wrote.
 */
export function grantedStreams(document: unknown): readonly string[] {
  if (document === undefined) return [];
  const { data } = policy.safeParse(document);
  if (data === undefined) throw new Error(`a policy ${GRANT} of the reader's role is not one of this command`);
  return data.Statement.flatMap(({ Resource }) => Resource);
}

const tableOf = (stream: string): string => stream.split("/stream/")[0] ?? stream;

/**
 * Returns the policy with one more stream. The new stream replaces earlier streams of its table that nothing reads any
 * more.
 */
export function policyWith(granted: readonly string[], stream: string, read: readonly string[] = []): object {
  const others = granted.filter((one) => tableOf(one) !== tableOf(stream) || (one !== stream && read.includes(one)));
  const Resource = [...others, stream];
  return { Version: "2012-10-17", Statement: [{ Sid: GRANT, Effect: "Allow", Action: ACTIONS, Resource }] };
}
