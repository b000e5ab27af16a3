/** The sections are in the order in which a reader needs them. Each is a tag of the document; the groups are for viewers that know `x-tagGroups`. */
export const SECTIONS = {
  Notifications: "Send an email or a WhatsApp message, and see what became of it. With an API key.",
  Conversations: "Read what customers write, and answer them. With an API key.",
  Events: "Everything that happens, as a feed to read. With an API key.",
  Webhooks: "Everything that happens, posted to your address. With an access token.",
  "Email templates": "Texts with variables, kept here and sent by their id. With an access token.",
  "Chat templates": "Messages that the platform approves before they may be sent. With an access token.",
  "Sending accounts": "The mail servers that your mail leaves through. With an access token.",
  Suppressions: "To whom nothing is sent, and why. With an access token.",
  Sandbox: "What test mode takes in place of mail servers and customers, and its clock. With a test key.",
  Service: "Whether it runs, and this document. Without a credential.",
  "Panel: keys and session": "What the panel asks for, and nobody else needs: your keys, and who you are.",
  "Panel: notifications": "What the panel asks for, and nobody else needs: lists and counts for people.",
  "Panel: conversations": "The conversation addresses again, for a person who is signed in.",
  "Panel: templates": "What the panel asks for, and nobody else needs: previews and checks of templates.",
  "Panel: sending accounts": "What the panel asks for, and nobody else needs: tests and the records of a domain.",
  "Panel: sandbox": "The sandbox again, for a person who is signed in.",
  "Chat accounts": "The numbers that chat leaves through. For administrators.",
  "Links of mails": "What the links in mails lead to. Not for you.",
  "Provider's events": "What the chat provider calls. Not for you.",
} as const;

export type Section = keyof typeof SECTIONS;

export const SECTION_GROUPS: Readonly<Record<string, readonly Section[]>> = {
  "Send and answer": ["Notifications", "Conversations"],
  "Follow what happens": ["Events", "Webhooks"],
  "Set up": ["Email templates", "Chat templates", "Sending accounts", "Suppressions"],
  Test: ["Sandbox"],
  Service: ["Service"],
  "For the panel": [
    "Panel: keys and session",
    "Panel: notifications",
    "Panel: conversations",
    "Panel: templates",
    "Panel: sending accounts",
    "Panel: sandbox",
  ],
  "For administrators": ["Chat accounts", "Links of mails", "Provider's events"],
};

/** A part has what callers use, or what our own pages and administrators use. */
export type ReferencePart = "public" | "internal";

/** The sections of these groups are the internal part. */
export const INTERNAL_GROUPS: readonly string[] = ["For the panel", "For administrators"];
