import type { components } from "./schema.ts";

/** The shapes of the contract by name. Apart from the client, so that what is tested without a browser can name them. */
export type Schemas = components["schemas"];
