import { DynamoMediaStore } from "../adapters/dynamo/media-store.ts";
import { config } from "./config.ts";
import { once } from "./once.ts";
import { dynamo } from "./tables.ts";

/** For those who send what was uploaded before; apart from what moves files, which loads the provider's client. */
export const mediaUploads = once(() => new DynamoMediaStore(dynamo(), config().CHAT_TABLE));
