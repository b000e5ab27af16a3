import { mailer } from "./mailer.ts";
import { once } from "./once.ts";
import { sendingAccountServices } from "./sending-accounts.ts";

export const sendingAccountTestServices = once(() => ({ ...sendingAccountServices(), mailer: mailer() }));
