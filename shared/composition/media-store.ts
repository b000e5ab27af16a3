import { DynamoMediaStore } from "../conversations/dynamo/media-store.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { dynamo } from "../notifications/tables-wiring.ts";

/** Records only: whoever reads them loads no object store. */
export const mediaStore = once(() => new DynamoMediaStore(dynamo(), config().CHAT_TABLE));
