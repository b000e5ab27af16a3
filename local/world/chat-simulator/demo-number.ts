/** A WhatsApp number with its ids at AWS and at Meta. */
export interface LinkedNumber {
  readonly business_account_id: string;
  readonly origination_phone_number_id: string;
  readonly provider_business_account_id: string;
  readonly provider_phone_number_id: string;
  /** The number has only digits, as Meta writes it. */
  readonly display_phone_number: string;
}

/** This number is linked from the start (M-numbers). Its ids never change, so that accounts can be seeded with them. */
export const DEMO_NUMBER: LinkedNumber = {
  business_account_id: "waba-0d3e1a5c7b9f4e2d8a6c0b1f2e3d4c5b",
  origination_phone_number_id: "phone-number-id-1f2e3d4c5b6a79880d3e1a5c7b9f4e2d",
  provider_business_account_id: "365731266100001",
  provider_phone_number_id: "321010217700001",
  display_phone_number: "15550100001",
};
