import { DynamoMediaStore } from "../adapters/dynamo/media-store.ts";
import { config } from "./config.ts";
import { once } from "./once.ts";
import { dynamo } from "./tables.ts";

/** Records only: whoever reads them loads no object store. */
export const mediaStore = once(() => new DynamoMediaStore(dynamo(), config().CHAT_TABLE));
