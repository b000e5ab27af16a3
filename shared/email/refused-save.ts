import { notFound, Refusal } from "../kernel/refusal.ts";
import type { UnsavedTemplate } from "./ports.ts";

export function refusedSave(unsaved: UnsavedTemplate): Refusal {
  if (unsaved === "gone") return notFound();
  if (unsaved === "taken") return new Refusal("alias_taken", "alias is taken by another template");
  return new Refusal("limit_reached", "templates may be at most 1000, and 6 MB in all: delete or shorten one");
}
