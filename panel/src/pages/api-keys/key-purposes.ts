import type { Schemas } from "../../api/schemas.ts";

type KeyRequest = Schemas["ApiKeyRequest"];
export type Permission = NonNullable<Schemas["ApiKey"]["may"]>[number];

/** Says what a key with each permission may do, after “It may”. */
export const MAY_TEXT = {
  "notifications:send": "send notifications, and cancel, move and resend them",
  "notifications:read": "read notifications and what became of them",
  "conversations:read": "read conversations with customers",
  "conversations:reply": "answer customers",
  "attachments:write": "upload files for mails",
  "events:read": "read events",
  "templates:read": "read and preview templates",
} as const satisfies Readonly<Record<Permission, string>>;

/** Lists every permission in the order in which the panel shows them. */
export const ALL: readonly Permission[] = [
  "notifications:send",
  "notifications:read",
  "conversations:read",
  "conversations:reply",
  "attachments:write",
  "events:read",
  "templates:read",
];
/** The permissions of a key for which none are chosen. */
export const USUAL = ALL.filter((one) => one !== "templates:read");

export interface Purpose {
  readonly value: "backend" | "agent" | "reader" | "custom";
  readonly label: string;
  /** The permissions of the new key. Without any, the key has the usual ones; `chosen` means those that the person ticks. */
  readonly permissions: readonly Permission[] | "usual" | "chosen";
}

export const PURPOSES: readonly Purpose[] = [
  { value: "backend", label: "my backend", permissions: "usual" },
  {
    value: "agent",
    label: "an agent",
    permissions: ["notifications:read", "conversations:read", "conversations:reply", "templates:read"],
  },
  { value: "reader", label: "reading only", permissions: ["notifications:read", "conversations:read", "events:read"] },
  { value: "custom", label: "something else", permissions: "chosen" },
];

const [BACKEND] = PURPOSES;
export const purposeOf = (value: string): Purpose | undefined => PURPOSES.find((one) => one.value === value) ?? BACKEND;

/** The texts of the form, by field name. */
export type KeyTexts = Readonly<Record<string, string>>;
export const PERMISSION_FIELD = "permission:";

export const chosenIn = (texts: KeyTexts): readonly Permission[] =>
  ALL.filter((one) => texts[PERMISSION_FIELD + one] !== undefined);

/** Makes the terms of the request from the form. A field that was left empty is left out. */
export function termsOf(texts: KeyTexts): Pick<KeyRequest, "permissions" | "limits" | "approval"> {
  const { purpose = "", per_day: perDay = "", recipients = "", approval } = texts;
  const given = purposeOf(purpose)?.permissions ?? "usual";
  const permissions = given === "chosen" ? chosenIn(texts) : given;
  const patterns = recipients.split(/[\s,;]+/).filter((one) => one !== "");
  const limits = {
    ...(perDay.trim() !== "" && { per_day: Number(perDay) }),
    ...(patterns.length > 0 && { recipients: patterns }),
  };
  return {
    ...(permissions !== "usual" && { permissions: [...permissions] }),
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(approval !== undefined && { approval: "required" }),
  };
}
