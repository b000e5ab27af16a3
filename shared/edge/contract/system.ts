import * as z from "zod";
import { route } from "./route.ts";

export const getStatus = route({
  operationId: "getStatus",
  group: "system",
  summary: "Name and status",
  method: "GET",
  path: "/api/v1/status",
  auth: [],
  success: {
    status: 200,
    schema: z.strictObject({
      name: z.literal("Herald"),
      service: z.literal("notification-delivery"),
      status: z.literal("running"),
    }),
  },
  refusals: [],
  uses: [],
  impact: "callers cannot see whether the service runs",
});

export const getLiveness = route({
  operationId: "getLiveness",
  group: "system",
  summary: "Liveness",
  method: "GET",
  path: "/health/live",
  auth: [],
  success: { status: 200, schema: z.strictObject({ status: z.literal("alive") }) },
  refusals: [],
  uses: [],
  impact: "monitors believe that the service is down",
});

const availability = z.enum(["available", "unavailable"]);

export const readinessView = z.strictObject({
  status: z.enum(["ready", "not-ready"]),
  database: availability,
  oidc: availability,
});
export type ReadinessView = z.input<typeof readinessView>;

export const getReadiness = route({
  operationId: "getReadiness",
  group: "system",
  summary: "Readiness",
  method: "GET",
  path: "/health/ready",
  auth: [],
  success: { status: 200, schema: readinessView },
  alsoAnswers: { 503: "Not ready." },
  refusals: [],
  uses: ["config:read"],
  impact: "monitors cannot see whether dependencies work",
});
