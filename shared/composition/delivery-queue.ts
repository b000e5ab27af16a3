import { sqsClient } from "../aws/sqs/sqs-client.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { SqsDeliveryQueue } from "../notifications/sqs/delivery-queue.ts";

export const deliveryQueue = once(() => new SqsDeliveryQueue(sqsClient(), config().DELIVERY_QUEUE_URL));
