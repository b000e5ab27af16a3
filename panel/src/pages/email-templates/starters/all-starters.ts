import type { Samples } from "../samples.ts";
import { type Starter, type StarterFields, startersOf } from "./starter.ts";

const BODIES = import.meta.glob<string>("../../../../../examples/email-templates/*/body.html", {
  eager: true,
  import: "default",
  query: "?raw",
});
const FIELDS = import.meta.glob<StarterFields>("../../../../../examples/email-templates/*/template.json", {
  eager: true,
  import: "default",
});
const SAMPLES = import.meta.glob<Samples>("../../../../../examples/email-templates/*/samples.json", {
  eager: true,
  import: "default",
});

export const STARTERS: readonly Starter[] = startersOf({ bodies: BODIES, fields: FIELDS, samples: SAMPLES });
