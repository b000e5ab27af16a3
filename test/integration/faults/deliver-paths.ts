import { LARGE_BODY } from "./accept-paths.ts";
import type { FaultPath } from "./fault-path.ts";

const deliverPath = (
  name: string,
  { local, body }: { local: string; body?: string },
  effects: string[],
): FaultPath => ({
  name,
  effects,
  isDeferred: local === "later",
  ends: { status: "sent", mails: 1 },
  async prepare(world, n) {
    const to = `${local}${n}@example.org`;
    const id = await world.accepted(to, body);
    const [message] = await world.receive("delivery");
    if (message === undefined) throw new Error("there is no message to deliver");
    return {
      id: () => id,
      to,
      async run(process) {
        await world.take(process, "delivery", message);
        return true;
      },
    };
  },
});

export const DELIVER_PATHS: readonly FaultPath[] = [
  deliverPath("delivering a short mail", { local: "n" }, [
    "UpdateItemCommand",
    "BatchGetItemCommand",
    "Mail",
    "UpdateItemCommand",
    "DeleteMessageCommand",
  ]),
  deliverPath("delivering a large mail", { local: "n", body: LARGE_BODY }, [
    "UpdateItemCommand",
    "BatchGetItemCommand",
    "GetObject",
    "Mail",
    "UpdateItemCommand",
    "DeleteMessageCommand",
  ]),
  deliverPath("an attempt that is to be made again", { local: "later" }, [
    "UpdateItemCommand",
    "BatchGetItemCommand",
    "Mail",
    "UpdateItemCommand",
    "SendMessageCommand",
    "DeleteMessageCommand",
  ]),
];
