/** How far a new owner has come. */
export interface SetUp {
  readonly hasAccount: boolean;
  readonly hasKey: boolean;
  readonly hasSent: boolean;
}

export interface FirstStep {
  readonly title: string;
  readonly text: string;
  readonly to: string;
  readonly isDone: boolean;
}

export const isSetUp = ({ hasAccount, hasKey, hasSent }: SetUp): boolean => hasAccount && hasKey && hasSent;

export const stepsOf = ({ hasAccount, hasKey, hasSent }: SetUp): readonly FirstStep[] => [
  {
    title: "Add a sending account",
    text: "The mail server that your emails leave through. Send a test mail to see that it works.",
    to: "/sending-accounts",
    isDone: hasAccount,
  },
  {
    title: "Create an API key",
    text: "Your programs send with it. The key comes with a command to try it.",
    to: "/api-keys",
    isDone: hasKey,
  },
  {
    title: "Send a first notification",
    text: "Run the command that came with the key, and read here what became of it.",
    to: "/notifications",
    isDone: hasSent,
  },
];
