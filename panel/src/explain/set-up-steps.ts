/** Says which of the first steps a new owner has done. */
export interface SetUp {
  readonly hasAccount: boolean;
  readonly hasKey: boolean;
  readonly hasSent: boolean;
}

export interface FirstStep {
  readonly title: string;
  /** The text on the button of the step that comes next. */
  readonly verb: string;
  readonly text: string;
  readonly to: string;
  readonly isDone: boolean;
}

export const isSetUp = ({ hasAccount, hasKey, hasSent }: SetUp): boolean => hasAccount && hasKey && hasSent;

export const stepsOf = ({ hasAccount, hasKey, hasSent }: SetUp): readonly FirstStep[] => [
  {
    title: "Add a sending account",
    verb: "Add it",
    text: "The mail server that your emails leave through. Send a test mail to see that it works.",
    to: "/sending-accounts/new",
    isDone: hasAccount,
  },
  {
    title: "Create an API key",
    verb: "Create it",
    text: "Your programs send with it. The key comes with a command to try it.",
    to: "/api-keys?new",
    isDone: hasKey,
  },
  {
    title: "Send a first notification",
    verb: "Look at the list",
    text: "Run the command that came with the key, and read here what became of it.",
    to: "/notifications",
    isDone: hasSent,
  },
];
