import type { Owner } from "../kernel/owner.ts";
import { inTimeAhead } from "../kernel/owners-time.ts";
import { isTestOwner } from "../kernel/test-mode.ts";
import type { InOwnersTime, TestClock, TestClocks } from "./ports.ts";

/** Only work for a hidden owner reads a clock. */
export const ownersTime =
  (clockOf: TestClocks["find"]): InOwnersTime =>
  async (owner, work) => {
    if (!isTestOwner(owner)) return work();
    return inTimeAhead(aheadOf(await clockOf(owner)), work);
  };

/** By how many milliseconds the clock is ahead of real time. */
export const aheadOf = (clock: Pick<TestClock, "advancedSeconds"> | undefined): number =>
  (clock?.advancedSeconds ?? 0) * 1000;

/** Makes a use case about one message run in the time of the owner whom the message names. */
export const inOwnersTime =
  <Message extends { readonly owner: Owner }, Services, Rest extends readonly unknown[]>(
    time: InOwnersTime,
    useCase: (services: Services, message: Message, ...rest: Rest) => Promise<void>,
  ) =>
  (services: Services, message: Message, ...rest: Rest): Promise<void> =>
    time(message.owner, () => useCase(services, message, ...rest));
