import { once } from "../kernel/once.ts";
import { mailer } from "./mailer-wiring.ts";
import { sendingAccountServices } from "./sending-accounts-wiring.ts";

export const sendingAccountTestServices = once(() => ({ ...sendingAccountServices(), mailer: mailer() }));
