import type { components } from "./schema.ts";

/** Names the shapes of the contract. The client is a separate file, because code that is tested without a browser uses only the names. */
export type Schemas = components["schemas"];
