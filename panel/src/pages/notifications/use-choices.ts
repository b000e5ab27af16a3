import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf } from "../../api/client.ts";
import type { Choice } from "../../components/choice-menu.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { allTemplates } from "../email-templates/all-templates.ts";
import type { Filters } from "./filters.ts";

interface Choices {
  readonly choices: readonly Choice[];
  /** Loads the choices when the menu is opened. */
  readonly load: () => void;
}

/** The reasons only fill a menu, so they may be a few minutes old. */
const REASONS_STALE_MS = 300_000;

const byLabel = (one: Choice, other: Choice): number => one.label.localeCompare(other.label);

/** Offers the accounts of both channels, or of the chosen one. */
export function useAccountChoices({ channel, account_id: chosen }: Filters): Choices {
  const { api } = usePanel();
  const [isWanted, setIsWanted] = useState(false);
  const enabled = isWanted || chosen !== undefined;
  const mail = useQuery({
    queryKey: ["sending-accounts"],
    queryFn: () => answerOf(api.GET("/api/v1/smtp-accounts")),
    enabled,
  });
  const chat = useQuery({
    queryKey: ["own-chat-accounts"],
    queryFn: () => answerOf(api.GET("/panel/api/chat-accounts")),
    enabled,
  });
  const ofMail = mail.data?.map(({ id, label }) => ({ value: id, label })) ?? [];
  const ofChat = chat.data?.map(({ id, label }) => ({ value: id, label })) ?? [];
  const choices = [...(channel === "chat" ? [] : ofMail), ...(channel === "email" ? [] : ofChat)].sort(byLabel);
  return { choices, load: () => setIsWanted(true) };
}

/** Offers the reasons of recent failures, and the chosen reason even if no failure had it. */
export function useReasonChoices({ reason: chosen }: Filters): Choices {
  const { api } = usePanel();
  const [isWanted, setIsWanted] = useState(false);
  const { data } = useQuery({
    queryKey: ["statistics", "90d"],
    queryFn: () => answerOf(api.GET("/panel/api/statistics", { params: { query: { period: "90d" } } })),
    enabled: isWanted || chosen !== undefined,
    staleTime: REASONS_STALE_MS,
  });
  const known: Choice[] = data?.failures.map(({ code, summary }) => ({ value: code, label: summary })) ?? [];
  const isKnown = chosen === undefined || known.some(({ value }) => value === chosen);
  const choices = isKnown ? known : [...known, { value: chosen, label: chosen.replaceAll("_", " ") }];
  return { choices, load: () => setIsWanted(true) };
}

/** Offers the templates of both channels, or of the chosen one. */
export function useTemplateChoices({ channel, template_id: chosen }: Filters): Choices {
  const { api } = usePanel();
  const [isWanted, setIsWanted] = useState(false);
  const enabled = isWanted || chosen !== undefined;
  const mail = useQuery({ queryKey: ["email-templates"], queryFn: () => allTemplates(api), enabled });
  const chat = useQuery({
    queryKey: ["chat-templates"],
    queryFn: () => answerOf(api.GET("/api/v1/chat-templates")),
    enabled,
  });
  const ofMail = mail.data?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const ofChat = chat.data?.map(({ id, name, language }) => ({ value: id, label: `${name} (${language})` })) ?? [];
  const choices = [...(channel === "chat" ? [] : ofMail), ...(channel === "email" ? [] : ofChat)].sort(byLabel);
  return { choices, load: () => setIsWanted(true) };
}
