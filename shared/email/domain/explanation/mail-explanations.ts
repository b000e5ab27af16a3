import type { ExplanationText } from "../../../notifications/domain/explanation/explainer.ts";
import type { StateCode } from "../../../notifications/domain/explanation/states.ts";

const LATER = "Nothing, while it is tried again; otherwise send it again later.";
const SET_CREDENTIAL = "Set the credential of the sending account again.";

/** The explanations for answers, and for missing answers, of mail servers and HTTP providers. */
export const MAIL_EXPLANATIONS = {
  recipient_refused: { summary: "The server refused the recipient.", whatToDo: "Check the address." },
  server_deferred: {
    summary: "The server asks to come back later; new senders often hear this the first time.",
    whatToDo: LATER,
  },
  mailbox_not_found: {
    summary: "There is no mailbox with this address.",
    whatToDo: "Correct the address, or stop sending to it.",
  },
  domain_takes_no_mail: {
    summary: "The address's domain does not take mail.",
    whatToDo: "Check the spelling of the domain, or stop sending to it.",
  },
  address_invalid: { summary: "The server does not accept the address as written.", whatToDo: "Correct the address." },
  address_beyond_ascii: {
    summary: "The server takes no addresses beyond ASCII.",
    whatToDo: "Use another spelling of the address, or an account at a server with SMTPUTF8.",
  },
  mailbox_disabled: {
    summary: "The mailbox is switched off.",
    whatToDo: "Ask the recipient, or stop sending to it.",
  },
  mailbox_full: {
    summary: "The recipient's mailbox is full.",
    whatToDo: "The recipient has to make room; send again later.",
  },
  message_too_large: { summary: "The mail is larger than the server takes.", whatToDo: "Make the mail smaller." },
  route_not_found: { summary: "The server could not find the way to the recipient's domain.", whatToDo: LATER },
  policy_refused: {
    summary: "The server's rules forbid this mail.",
    whatToDo: "Check that your provider may send for the from address, and whether the server is on a block list.",
  },
  sender_unauthenticated: {
    summary: "The mail carries no valid SPF or DKIM.",
    whatToDo: "Set up SPF and DKIM for the sender's domain.",
  },
  sender_refused: {
    summary: "The server refused the sender.",
    whatToDo: "Check that your provider may send for the account's from address.",
  },
  content_refused: {
    summary: "The server refused the mail itself.",
    whatToDo: "Its response usually says why.",
  },
  credential_refused: { summary: "The user name, the password or the key is wrong.", whatToDo: SET_CREDENTIAL },
  credential_missing: { summary: "The account has a user name and no password.", whatToDo: SET_CREDENTIAL },
  credential_unreadable: { summary: "The account's stored password cannot be read.", whatToDo: SET_CREDENTIAL },
  sign_in_required: {
    summary: "The server wants a sign-in first.",
    whatToDo: "Fill in user name and password of the sending account.",
  },
  sign_in_method_refused: {
    summary: "The server wants another way of signing in.",
    whatToDo: "Many providers need an app password here.",
  },
  sign_in_not_offered: {
    summary: "The server offers no sign-in over this connection.",
    whatToDo: "Check port and encryption of the sending account, or leave its user name empty.",
  },
  sign_in_deferred: { summary: "The server could not check the sign-in at the moment.", whatToDo: LATER },
  server_busy: { summary: "The server is too busy or is closing the connection.", whatToDo: LATER },
  server_full: { summary: "The server has no room at the moment.", whatToDo: LATER },
  server_not_found: {
    summary: "The server's name could not be found.",
    whatToDo: "Check the host or the endpoint of the sending account.",
  },
  server_unreachable: {
    summary: "There was no connection to the mail server.",
    whatToDo: "Check host and port of the sending account, and whether a firewall stands between.",
  },
  server_refused_connection: {
    summary: "The server answered, and did not let this service in.",
    whatToDo: "Its response usually says why; check host and port of the sending account.",
  },
  address_not_public: {
    summary: "The account's server has no public address, and this service connects to no other.",
    whatToDo: "Check the host or the endpoint of the sending account.",
  },
  tls_failed: {
    summary: "The encrypted connection could not be set up.",
    whatToDo: "Check the encryption of the sending account, and the server's certificate.",
  },
  connection_lost: {
    summary: "The connection broke, or the server fell silent, before it had answered.",
    whatToDo: LATER,
  },
  handover_interrupted: {
    summary: "The connection broke while the mail was handed over: the server has not got the whole of it.",
    whatToDo: LATER,
  },
  delivery_in_doubt: {
    summary: "The server was given the whole mail and never said that it took it. It may have been delivered.",
    whatToDo: "Ask the recipient, or look at the server's log, before you send it again.",
  },
  file_unreadable: {
    summary: "A file of the mail could not be read to its end, so that nothing was delivered.",
    whatToDo: LATER,
  },
  domain_not_trusted: {
    summary: "The account does not allow a recipient's domain.",
    whatToDo: "Add the domain to the account's recipient domains, or correct the address.",
  },
  http_provider_disabled: {
    summary: "HTTP providers are switched off in this deployment.",
    whatToDo: "Use an SMTP account.",
  },
  account_settings_unusable: {
    summary: "The account's settings make no request for this mail.",
    whatToDo: "Check the endpoint, the header and the templates of the sending account.",
  },
  provider_unreachable: {
    summary: "The provider could not be reached.",
    whatToDo: "Check the endpoint of the sending account, if this does not pass.",
  },
  provider_failed: { summary: "The provider has a problem of its own.", whatToDo: LATER },
  provider_rate_limited: { summary: "The provider asks to send more slowly.", whatToDo: "Send more slowly." },
  provider_refused: {
    summary: "The provider did not accept the request.",
    whatToDo: "Look at its response, and check the account's settings and the message.",
  },
} as const satisfies Readonly<Record<string, ExplanationText>>;

/** A mail may have a code of this channel or of the service itself. */
export type MailCode = keyof typeof MAIL_EXPLANATIONS | StateCode;
