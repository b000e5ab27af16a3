import { sandboxCustomerServices } from "../../shared/conversations/sandbox-wiring.ts";
import { anyCredentialServices } from "../../shared/conversations/wiring.ts";
import { writeAsCustomer } from "../../shared/conversations/write-as-customer.ts";
import { httpFunction } from "../../shared/edge/http-function.ts";
import { operation, rawOperation } from "../../shared/edge/operation.ts";
import type { Owner } from "../../shared/kernel/owner.ts";
import { advanceClock } from "../../shared/sandbox/advance-clock.ts";
import * as clocks from "../../shared/sandbox/contract/clock.ts";
import * as customers from "../../shared/sandbox/contract/customers.ts";
import * as mails from "../../shared/sandbox/contract/mails.ts";
import type { CustomerMessage } from "../../shared/sandbox/domain/customer-message.ts";
import { listSandboxMails } from "../../shared/sandbox/list-sandbox-mails.ts";
import { listSentMessages } from "../../shared/sandbox/list-sent-messages.ts";
import { sandboxMailServices } from "../../shared/sandbox/mail-reading-wiring.ts";
import { readSandboxMail, sandboxMailSource } from "../../shared/sandbox/read-sandbox-mail.ts";
import { testClockServices } from "../../shared/sandbox/wiring.ts";

/** What a request of the owner names of one mail. */
interface OfMail {
  readonly owner: Owner;
  readonly params: { readonly id: string };
}

type ClockServices = ReturnType<typeof testClockServices>;

const readClock = async ({ testClocks, clock }: ClockServices, { owner }: { readonly owner: Owner }) =>
  clocks.toClockView(await testClocks.of(owner), clock.now());

async function moveClock(
  deps: ClockServices,
  { owner, body }: { readonly owner: Owner; readonly body: { readonly advance_seconds: number } },
) {
  const { clock, nowMs } = await advanceClock(deps, owner, body.advance_seconds);
  return clocks.toClockView(clock, nowMs);
}

type MailServices = ReturnType<typeof sandboxMailServices>;

const listMails = async (
  deps: MailServices,
  { owner, query }: { readonly owner: Owner; readonly query: mails.MailListing },
) => mails.toMailPageView(await listSandboxMails(deps, owner, query));

const getMail = async (deps: MailServices, { owner, params }: OfMail) =>
  mails.toMailView(await readSandboxMail(deps, owner, params.id));

const getSource = async (
  deps: MailServices,
  { id }: OfMail["params"],
  { owner, query }: Pick<OfMail, "owner"> & { readonly query: mails.SourcePart },
) => ({
  statusCode: 200,
  headers: { "content-type": mails.SOURCE_TYPE },
  body: await sandboxMailSource(deps, owner, { id, ...query }),
});

const clearMails = ({ sandboxMails }: MailServices, { owner }: Pick<OfMail, "owner">) => sandboxMails.clear(owner);

type CustomerServices = ReturnType<typeof sandboxCustomerServices>;

interface AboutCustomer {
  readonly owner: Owner;
  readonly params: { readonly phone: string };
}

const write = async (
  deps: CustomerServices,
  { owner, params, body }: AboutCustomer & { readonly body: CustomerMessage },
) => customers.toReceivedView(await writeAsCustomer(deps, owner, { ...params, written: body }));

const list = async (
  deps: CustomerServices,
  { owner, params, query }: AboutCustomer & { readonly query: customers.CustomerListing },
) => customers.toSentPageView(await listSentMessages(deps, owner, { ...params, ...query }));

export const handler = httpFunction(anyCredentialServices, [
  operation(clocks.getTestClock, readClock, testClockServices),
  operation(clocks.getPanelTestClock, readClock, testClockServices),
  operation(clocks.advanceTestClock, moveClock, testClockServices),
  operation(clocks.advancePanelTestClock, moveClock, testClockServices),
  operation(mails.listSandboxMessages, listMails, sandboxMailServices),
  operation(mails.listPanelSandboxMessages, listMails, sandboxMailServices),
  operation(mails.getSandboxMessage, getMail, sandboxMailServices),
  operation(mails.getPanelSandboxMessage, getMail, sandboxMailServices),
  rawOperation(mails.getSandboxMessageSource, getSource, sandboxMailServices),
  rawOperation(mails.getPanelSandboxMessageSource, getSource, sandboxMailServices),
  operation(mails.deleteSandboxMessages, clearMails, sandboxMailServices),
  operation(mails.deletePanelSandboxMessages, clearMails, sandboxMailServices),
  operation(customers.writeAsCustomer, write, sandboxCustomerServices),
  operation(customers.writeAsPanelCustomer, write, sandboxCustomerServices),
  operation(customers.listCustomerMessages, list, sandboxCustomerServices),
  operation(customers.listPanelCustomerMessages, list, sandboxCustomerServices),
]);
