import {
  GetLinkedWhatsAppBusinessAccountCommand,
  GetLinkedWhatsAppBusinessAccountPhoneNumberCommand,
} from "@aws-sdk/client-socialmessaging";
import type { ChatAccount } from "../domain/chat-account.ts";
import type { ChatAccountProvider, LinkedBusiness, LinkedNumber } from "../ports/chat-account-provider.ts";
import { answeredIfThere } from "./provider-failure.ts";
import { regionClients } from "./region-clients.ts";

const READ = { maxAttempts: 2, requestTimeoutMs: 5000 };

/** Reads linked accounts and numbers at AWS End User Messaging Social. */
export class SocialMessagingAccounts implements ChatAccountProvider {
  readonly #clients = regionClients(READ);

  async business({
    cloudRegion,
    businessAccountId,
  }: Pick<ChatAccount, "cloudRegion" | "businessAccountId">): Promise<LinkedBusiness | undefined> {
    const command = new GetLinkedWhatsAppBusinessAccountCommand({ id: businessAccountId });
    const account = (await answeredIfThere(this.#clients(cloudRegion).send(command)))?.account;
    return (
      account && {
        businessAccountId: account.id ?? "",
        providerBusinessAccountId: account.wabaId ?? "",
        registrationStatus: account.registrationStatus ?? "",
        eventDestinations: (account.eventDestinations ?? []).map(({ eventDestinationArn = "" }) => eventDestinationArn),
      }
    );
  }

  async number({
    cloudRegion,
    originationPhoneNumberId,
  }: Pick<ChatAccount, "cloudRegion" | "originationPhoneNumberId">): Promise<LinkedNumber | undefined> {
    const command = new GetLinkedWhatsAppBusinessAccountPhoneNumberCommand({ id: originationPhoneNumberId });
    const answer = await answeredIfThere(this.#clients(cloudRegion).send(command));
    return (
      answer?.phoneNumber && {
        originationPhoneNumberId: answer.phoneNumber.phoneNumberId ?? "",
        providerPhoneNumberId: answer.phoneNumber.metaPhoneNumberId ?? "",
        businessAccountId: answer.linkedWhatsAppBusinessAccountId ?? "",
        displayNumber: answer.phoneNumber.displayPhoneNumber,
        displayName: answer.phoneNumber.displayPhoneNumberName,
        quality: answer.phoneNumber.qualityRating,
      }
    );
  }
}
