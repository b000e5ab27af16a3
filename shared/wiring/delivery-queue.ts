import { SqsDeliveryQueue, sqsClient } from "../adapters/sqs/delivery-queue.ts";
import { config } from "./config.ts";
import { once } from "./once.ts";

export const deliveryQueue = once(() => new SqsDeliveryQueue(sqsClient(), config().DELIVERY_QUEUE_URL));
