/** These texts explain states, and failures that the service itself decided. */
export const STATES = {
  waiting: { summary: "Accepted, and waiting for its first attempt.", whatToDo: "Nothing: it is sent by itself." },
  scheduled: {
    summary: "Accepted, and sent at the time that its sender gave.",
    whatToDo: "Nothing: it is sent by itself. Until then it can be moved or canceled.",
  },
  waiting_for_approval: {
    summary: "Accepted, and waiting for a person to approve it: its API key requires that.",
    whatToDo: "Approve or decline it on the page Approvals. After 24 hours without a decision it is canceled.",
  },
  declined: {
    summary: "A person declined it: it does not leave.",
    whatToDo: "Ask the person who is named in the last error, change it, and send a new one.",
  },
  approval_expired: {
    summary: "Nobody approved it within 24 hours, so it was canceled.",
    whatToDo: "Send it again if it still matters, and have somebody look at the page Approvals.",
  },
  canceled: {
    summary: "It was canceled: no attempt follows.",
    whatToDo: "Nothing. After an attempt, look at the recipients: some may have it.",
  },
  sending: { summary: "A worker is sending it now.", whatToDo: "Nothing: its result comes within a minute." },
  submitted: {
    summary: "The provider has it, and has not confirmed yet that it was sent.",
    whatToDo: "Nothing: the provider's events tell the rest.",
  },
  sent: { summary: "The provider accepted it for every recipient.", whatToDo: "Nothing." },
  delivered: {
    summary: "It was delivered: to the customer's device, or by the provider to the recipient's mail server.",
    whatToDo: "Nothing.",
  },
  read: { summary: "The customer has read it.", whatToDo: "Nothing." },
  bounced: {
    summary: "It left, and came back: a server behind the first one could not deliver it.",
    whatToDo: "Look at the response. If its recipient is suppressed now, correct the address where you keep it.",
  },
  complained: {
    summary: "It arrived, and its recipient reported it as unwanted.",
    whatToDo: "Send this recipient nothing more: it is suppressed now.",
  },
  partly_delivered: {
    summary:
      "Some of the recipients have it. The others were refused, are suppressed or complained, or it came back from them.",
    whatToDo: "Look at the recipients: each one that does not have it says why.",
  },
  service_unavailable: {
    summary: "A part of this service does not answer. It was not tried.",
    whatToDo: "Nothing: it is tried within a minute of that part's return.",
  },
  attempt_interrupted: {
    summary: "The worker stopped in the middle of the attempt. The message may have left before that.",
    whatToDo: "Nothing: another worker takes over.",
  },
  delivery_interrupted: {
    summary: "Every attempt was interrupted.",
    whatToDo: "Send it again. If that ends the same way, tell the operator of this service.",
  },
  delivery_crashed: {
    summary: "It was given up, because it crashed the worker repeatedly.",
    whatToDo: "Tell the operator of this service: it can be put back once the fault is mended.",
  },
  account_deleted: {
    summary: "The account was deleted before this was sent.",
    whatToDo: "Send it again through another account.",
  },
  recipient_suppressed: {
    summary: "Its recipient is suppressed, so it was not sent.",
    whatToDo:
      "Look at the suppression: its reason says why. Delete it only when the recipient wants your messages again.",
  },
  content_expired: { summary: "Its content is not stored any more.", whatToDo: "Send it again as a new one." },
  unknown: {
    summary: "The provider did not take it.",
    whatToDo: "Look at its response, if it gave one; the operator of this service can look further.",
  },
} as const;

export type StateCode = keyof typeof STATES;

export const isStateCode = (text: string): text is StateCode => Object.hasOwn(STATES, text);
