import type { components } from "./schema.ts";

/** Names the shapes of the contract. The client is in another file, because code that is tested without a browser needs only the names. */
export type Schemas = components["schemas"];
