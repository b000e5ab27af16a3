import type { ChatAccount } from "../chat/domain/chat-account.ts";
import type { ChatAccountStore } from "../chat/ports/chat-account-store.ts";
import type { Owner } from "../kernel/owner.ts";
import { Refusal } from "../kernel/refusal.ts";
import {
  type Assignment,
  assignmentAfterSending,
  assignmentOfReceiver,
  isHeldByAnother,
  isSurelyHeldBy,
  type Sender,
} from "./domain/assignment.ts";
import type { CustomerOnAccount } from "./domain/conversation.ts";
import type { ConversationStore } from "./ports.ts";

/** An owner who writes to a customer of a chat account, and who will hold the customer if nobody else does (D28). */
export interface AssignmentCandidate {
  readonly account: ChatAccount;
  readonly customerKey: string;
  readonly owner: Owner;
  readonly nowMs: number;
}

/** The assignment is read at most this often, because somebody else may move it at the same moment. */
const MAX_TRIES = 5;

export const HELD = "conversation is owned by another tenant";

/** Returns the owners that the account's item lists (for most accounts, all), and also `owner` if it is another owner of the account. */
async function ownersWith(
  chatAccounts: Pick<ChatAccountStore, "findFor">,
  { id, owners, hasMoreOwners }: ChatAccount,
  owner: Owner | undefined,
): Promise<readonly Owner[]> {
  if (!hasMoreOwners || owner === undefined || owners.includes(owner)) return owners;
  return (await chatAccounts.findFor(owner, id)) === undefined ? owners : [...owners, owner];
}

const customerOf = ({ account, customerKey }: AssignmentCandidate) => ({ chatAccountId: account.id, customerKey });
/**
 * @param assignment names the owner to whom the customer is assigned at present, who must be among `accountOwners` if
 * they still are an owner of the account
 */
const senderOf = async (
  { chatAccounts }: Pick<AssignmentDeps, "chatAccounts">,
  { account, owner, nowMs }: AssignmentCandidate,
  assignment: Assignment | undefined,
): Promise<Sender> => ({ owner, nowMs, accountOwners: await ownersWith(chatAccounts, account, assignment?.owner) });
/** Only a shared account has several owners, one of whom can hold a customer. */
const isShared = ({ ownershipType }: ChatAccount): boolean => ownershipType !== "customer_owned";

export interface AssignmentDeps {
  readonly chatAccounts: Pick<ChatAccountStore, "findFor">;
  readonly conversations: Pick<ConversationStore, "assignment" | "replaceAssignment">;
}

interface AssignmentState {
  readonly assignment: Assignment | undefined;
  /** True when another owner holds the customer, so that the message may not be sent (D28). */
  readonly isHeld: boolean;
}

type LookDeps = Pick<AssignmentDeps, "chatAccounts"> & {
  readonly conversations: Pick<ConversationStore, "assignment">;
};

export async function lookAtAssignment(deps: LookDeps, candidate: AssignmentCandidate): Promise<AssignmentState> {
  const assignment = isShared(candidate.account)
    ? await deps.conversations.assignment(customerOf(candidate))
    : undefined;
  return { assignment, isHeld: isHeldByAnother(assignment, await senderOf(deps, candidate, assignment)) };
}

/** @throws Refusal `conversation_held` */
export async function refuseIfHeld(deps: LookDeps, candidate: AssignmentCandidate): Promise<void> {
  if ((await lookAtAssignment(deps, candidate)).isHeld) throw new Refusal("conversation_held", HELD);
}

/**
 * Assigns the customer to an owner whose message the provider has taken, unless another owner holds the customer (D28). It may be repeated.
 * Returns false when somebody else moved the assignment at every try.
 * @param known is the assignment as it was read a moment ago
 */
export async function takeAssignment(
  deps: AssignmentDeps,
  candidate: AssignmentCandidate,
  known?: Assignment,
): Promise<boolean> {
  const { conversations } = deps;
  if (!isShared(candidate.account)) return true;
  if (isSurelyHeldBy(known, await senderOf(deps, candidate, known))) return true;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const seen: Assignment | undefined = await conversations.assignment(customerOf(candidate));
    const next = assignmentAfterSending(seen, await senderOf(deps, candidate, seen));
    if (next === seen || (await conversations.replaceAssignment(customerOf(candidate), seen, next))) return true;
  }
  return false;
}

/**
 * Decides which owner gets a customer's message (D28); undefined for an account without owners. A notice of the platform goes to the same
 * owner, but moves no assignment (`mayTake` is false).
 * @throws Error when somebody else moves the assignment at every try: the event must then be applied again
 */
export async function receivingOwner(
  { conversations, chatAccounts }: AssignmentDeps,
  account: ChatAccount,
  { customer, mayTake }: { readonly customer: CustomerOnAccount; readonly mayTake: boolean },
): Promise<Owner | undefined> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const seen = await conversations.assignment(customer);
    const assignment = assignmentOfReceiver(seen, await ownersWith(chatAccounts, account, seen?.owner));
    if (assignment === undefined || assignment === seen || !mayTake) return assignment?.owner;
    if (await conversations.replaceAssignment(customer, seen, assignment)) return assignment.owner;
  }
  throw new Error("a customer's holder kept changing while a message was received");
}
