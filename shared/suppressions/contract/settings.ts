import * as z from "zod";
import { IF_MATCH } from "../../edge/contract/entity-tag.ts";
import { textList } from "../../edge/contract/fields.ts";
import { route } from "../../edge/contract/route.ts";
import {
  DEFAULT_KEYWORDS,
  MOST_CHARACTERS,
  MOST_KEYWORDS,
  plain,
  type SuppressionSettings,
} from "../domain/settings.ts";

/** A list may repeat its words, which then count once. */
const MOST_ENTRIES = 1000;

const keywords = (field: string, byDefault: readonly string[]) =>
  textList(field, MOST_ENTRIES)
    .transform((given) => [...new Set(given.map((word) => word.trim().toLowerCase()))])
    .refine((given) => given.length >= 1 && given.length <= MOST_KEYWORDS, {
      error: `${field} must have 1 to ${MOST_KEYWORDS} words`,
    })
    .refine((given) => given.every((word) => plain(word) !== "" && [...word].length <= MOST_CHARACTERS), {
      error: `${field} must be words of 1 to ${MOST_CHARACTERS} characters`,
    })
    .default([...byDefault]);

const settingsRequest = z
  .strictObject({
    chat_stop: z.boolean({
      error: (issue) => (issue.input === undefined ? "chat_stop is required" : "chat_stop must be true or false"),
    }),
    stop_words: keywords("stop_words", DEFAULT_KEYWORDS.stopKeywords),
    start_words: keywords("start_words", DEFAULT_KEYWORDS.startKeywords),
  })
  .refine(
    (given) => !given.start_words.some((start) => given.stop_words.some((stop) => plain(stop) === plain(start))),
    {
      path: ["start_words"],
      error: "start_words must not have a word of stop_words",
    },
  )
  .transform((given) => ({ isOn: given.chat_stop, stopKeywords: given.stop_words, startKeywords: given.start_words }));

const settingsView = z
  .strictObject({ chat_stop: z.boolean(), stop_words: z.array(z.string()), start_words: z.array(z.string()) })
  .meta({ id: "SuppressionSettings" });

export const toSettingsView = ({
  isOn,
  stopKeywords,
  startKeywords,
}: SuppressionSettings): z.input<typeof settingsView> => ({
  chat_stop: isOn,
  stop_words: [...stopKeywords],
  start_words: [...startKeywords],
});

const common = {
  group: "suppressions",
  auth: ["access-token"],
  path: "/api/v1/suppressions/settings",
  success: { status: 200, schema: settingsView, hasTag: true },
  impact: "owners cannot choose the words by which customers stop marketing",
} as const;

export const getSuppressionSettings = route({
  ...common,
  operationId: "getSuppressionSettings",
  summary: "Read the words that stop marketing",
  method: "GET",
  refusals: ["unauthorized", "insufficient_scope"],
  uses: ["config:read"],
});

export const replaceSuppressionSettings = route({
  ...common,
  operationId: "replaceSuppressionSettings",
  changes: { kind: "suppression", action: "changed" },
  summary: "Choose the words that stop marketing",
  method: "PUT",
  headers: IF_MATCH,
  body: settingsRequest,
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "version_conflict"],
  uses: ["config:read", "config:write"],
});
