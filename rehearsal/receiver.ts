import { randomUUID } from "node:crypto";
import * as z from "zod";
import { wholeBody } from "./http/whole-body.ts";
import type { Internet } from "./network/internet.ts";

export interface Receiver {
  readonly url: string;
  /** Counts the deliveries of events of this type about a resource. */
  received(type: string, id: string): number;
}

const DOMAIN = "receivers.example.net";
const MAX_BODY_BYTES = 1_000_000;
const event = z.looseObject({ type: z.string(), data: z.looseObject({ id: z.string() }) });

/** Adds a host of its own to the internet that receives webhooks, answers 204 to everything, and keeps the events. */
export function addReceiver(internet: Pick<Internet, "add">): Receiver {
  const events: z.output<typeof event>[] = [];
  const name = `${randomUUID()}.${DOMAIN}`;
  internet.add({
    isFor: (host) => host === name,
    listener: (request, response) => {
      wholeBody(request, MAX_BODY_BYTES).then(
        (body) => {
          events.push(event.parse(JSON.parse(body.toString("utf8"))));
          response.writeHead(204).end();
        },
        () => response.destroy(),
      );
    },
  });
  return {
    url: `https://${name}/events`,
    received: (type, id) => events.filter((one) => one.type === type && one.data.id === id).length,
  };
}
