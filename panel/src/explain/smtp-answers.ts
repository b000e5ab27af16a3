import type { Explanation, ProviderAnswer } from "./explanation.ts";

/** RFC 3463 status codes, by subject and detail: `5.1.1` and `4.1.1` are about the same thing. */
const ENHANCED: Readonly<Record<string, Explanation>> = {
  "1.1": { why: "There is no mailbox with this address.", todo: "Correct the address, or stop sending to it." },
  "1.2": { why: "The address's domain does not take mail.", todo: "Check the spelling of the domain." },
  "1.3": { why: "The address is not written correctly.", todo: "Correct the address." },
  "1.8": { why: "The server does not accept the sender's domain.", todo: "Check the account's from address." },
  "1.10": { why: "The address's domain takes no mail at all.", todo: "Stop sending to it." },
  "2.1": { why: "The mailbox is switched off.", todo: "Ask the recipient, or stop sending to it." },
  "2.2": { why: "The recipient's mailbox is full.", todo: "The recipient has to make room; send again later." },
  "3.4": { why: "The mail is larger than the server takes.", todo: "Make the mail smaller." },
  "4.4": { why: "The server could not find the way to the recipient's domain." },
  "7.1": {
    why: "The server's rules forbid this mail.",
    todo: "Check that your provider may send for the from address, and whether the server is on a block list.",
  },
  "7.8": { why: "The user name or the password is wrong.", todo: "Set the password of the sending account again." },
  "7.9": { why: "The server wants another way of signing in.", todo: "Many providers need an app password here." },
  "7.26": { why: "The mail carries no valid SPF or DKIM.", todo: "Set up SPF and DKIM for the sender's domain." },
};

/** RFC 5321 reply codes that say enough by themselves. */
const REPLIES: Readonly<Record<number, Explanation>> = {
  421: { why: "The server is too busy or is closing the connection." },
  450: { why: "The server asks to come back later; new senders often hear this the first time." },
  451: { why: "The server asks to come back later; new senders often hear this the first time." },
  452: { why: "The server has no room at the moment." },
  530: { why: "The server wants a sign-in first.", todo: "Fill in user name and password of the sending account." },
  534: { why: "The server wants a stronger sign-in.", todo: "Many providers need an app password here." },
  535: { why: "The user name or the password is wrong.", todo: "Set the password of the sending account again." },
  552: { why: "The mail is larger than the server takes, or the mailbox is full.", todo: "Make the mail smaller." },
  553: { why: "The server does not accept the address.", todo: "Correct the address." },
};

/** By where it ended, when the answer itself says no more. */
const STAGES: Readonly<Record<string, Explanation>> = {
  resolve: { why: "The mail server's name could not be found.", todo: "Check the host of the sending account." },
  connect: {
    why: "There was no connection to the mail server.",
    todo: "Check host and port of the sending account, and whether a firewall stands between.",
  },
  tls: {
    why: "The encrypted connection could not be set up.",
    todo: "Check the encryption of the sending account, and the server's certificate.",
  },
  authentication: {
    why: "The server refused the sign-in.",
    todo: "Check user name and password of the sending account.",
  },
  sender: { why: "The server refused the sender.", todo: "Check that your provider may send for the from address." },
  recipients: { why: "The server refused the recipient.", todo: "Check the address." },
  content: { why: "The server refused the mail itself.", todo: "Its response below usually says why." },
};

const ENHANCED_CODE = /\b[245]\.(\d{1,3}\.\d{1,3})\b/;
const CUT_OFF: Explanation = {
  why: "The connection broke while the mail was handed over: the server has not got the whole of it.",
};

/** The most telling of: enhanced status code, reply code, stage. */
export function explainSmtp({ stage = "", code, text = "" }: ProviderAnswer): Explanation {
  const [, enhanced = ""] = ENHANCED_CODE.exec(text) ?? [];
  const told = ENHANCED[enhanced] ?? (code === undefined ? undefined : REPLIES[code]);
  if (told) return told;
  if (stage === "content" && code === undefined) return CUT_OFF;
  return STAGES[stage] ?? { why: "The provider did not take it." };
}

/** Answers of an HTTP provider, by status. */
export function explainHttp({ code = 0 }: ProviderAnswer): Explanation {
  if (code === 401 || code === 403)
    return { why: "The provider refused the credential.", todo: "Set the API key of the sending account again." };
  if (code === 429) return { why: "The provider asks to send more slowly." };
  if (code >= 500) return { why: "The provider has a problem of its own." };
  if (code >= 400)
    return { why: "The provider did not accept the request.", todo: "Check the body template of the sending account." };
  return { why: "The provider could not be reached.", todo: "Check the endpoint of the sending account." };
}
