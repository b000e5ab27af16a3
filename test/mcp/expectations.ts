/** These scenarios of the suite do not concern a server of tools, for the given reasons. Everything else must pass. */
export const NOT_OURS: readonly { readonly scenario: RegExp; readonly reason: string }[] = [
  { scenario: /^tools-call-|^json-schema-2020-12$/, reason: "calls tools of the suite's own reference server" },
  { scenario: /^input-required-result-|^elicitation-/, reason: "calls tools that ask the user back; ours never do" },
  { scenario: /^resources-|^prompts-|^completion-|^logging-/, reason: "this server has tools, and says so" },
  { scenario: /^tasks-/, reason: "an extension that this server does not announce" },
  { scenario: /^http-custom-header-/, reason: "needs a tool with parameters in headers" },
];

/** These single checks of our scenarios fail for known reasons. A check that passes must leave this list. */
export const KNOWN_FAILURES: Readonly<Record<string, string>> = {
  "sep-2549-prompts-list-caching-hints": "there are no prompts",
  "sep-2549-resources-list-caching-hints": "there are no resources",
  "sep-2549-resources-templates-list-caching-hints": "there are no resources",
  "sep-2575-server-rejects-undeclared-capability": "needs the suite's tool test_missing_capability",
  "sep-2575-missing-capability-http-400": "needs the suite's tool test_missing_capability",
  "sep-2575-http-server-no-independent-requests-on-stream": "needs the suite's tool test_streaming_elicitation",
  "sep-2575-server-no-log-without-loglevel": "needs the suite's tool test_logging_tool",
};

export const REVISIONS = ["2025-11-25", "2026-07-28"] as const;
