import { DynamoMediaStore } from "../conversations/dynamo/media-store.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { dynamo } from "../notifications/tables-wiring.ts";

/** For those who send what was uploaded before; apart from what moves files, which loads the provider's client. */
export const mediaUploads = once(() => new DynamoMediaStore(dynamo(), config().CHAT_TABLE));
