import { describe, expect, it } from "vitest";
import { notificationRequest } from "../../../../shared/channels/contract/notification-request.ts";
import { previewRequest } from "../../../../shared/email/contract/template-preview.ts";
import { keepTemplateSamples } from "../../../../shared/email/contract/template-samples.ts";
import { keptEvent } from "../../../../shared/events/contract/kept-event.ts";
import { storedMap, toStoredMap } from "../../../../shared/kernel/text-map.ts";
import { notificationListQuery } from "../../../../shared/notifications/contract/notification-list.ts";
import { notificationView, toNotificationView } from "../../../../shared/notifications/contract/notifications.ts";
import { aNotification } from "../../../support/builders.ts";

const TEXT = '{"constructor":"c","__proto__":"p","hasOwnProperty":"h","toString":"t","valueOf":"v"}';
/** Each name is a property of the map itself, as JSON makes it. */
const NAMES = JSON.parse(TEXT);
const MAIL = { recipient: "ana@example.test", subject: "s", body: "b" };
const written = (value: unknown): string => JSON.stringify(value);

describe("names that every object has", () => {
  it("are ordinary in metadata, from the request to the answer and the events", () => {
    const { metadata } = notificationRequest.parse({ ...MAIL, metadata: NAMES });
    expect(written(metadata)).toBe(TEXT);
    const shown = notificationView.parse(toNotificationView(aNotification({ metadata })));
    expect(written(shown.metadata)).toBe(TEXT);
    const id = "evt_0198f0b2-6c1e-7000-8000-000000000001";
    const event = { id, type: "notification.sent", timestamp: "2026-11-21T12:00:00.000Z", data: shown };
    expect(written(keptEvent.parse(event).data.metadata)).toBe(TEXT);
  });

  it("are ordinary in variables, values and samples", () => {
    expect(written(notificationRequest.parse({ ...MAIL, variables: NAMES }))).toContain(TEXT);
    const chat = { template_id: crypto.randomUUID(), values: NAMES };
    const message = { channel: "chat", recipient: "+15551230001", chat };
    expect(written(notificationRequest.parse(message))).toContain(TEXT);
    const inside = { data: { inside: NAMES }, template_id: "t", recipient: MAIL.recipient };
    expect(written(notificationRequest.parse(inside))).toContain(TEXT);
    expect(written(previewRequest.parse({ subject: "s", body: "b", variables: NAMES }))).toContain(TEXT);
    const kept = keepTemplateSamples.success.schema?.parse(keepTemplateSamples.body?.parse({ samples: NAMES }));
    expect(written(kept)).toContain(TEXT);
  });

  it("are ordinary in the query of a list", () => {
    const query = Object.fromEntries(Object.entries(NAMES).map(([name, value]) => [`metadata.${name}`, value]));
    expect(written(notificationListQuery.parse(query).metadata)).toBe(TEXT);
  });

  it("come back from what an item holds of them", () => {
    expect(written(storedMap.parse(toStoredMap(NAMES)))).toBe(TEXT);
    for (const broken of ["[]", "null", '{"a":1}']) expect(storedMap.safeParse(broken).success).toBe(false);
  });
});
