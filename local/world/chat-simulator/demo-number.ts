/** A WhatsApp number as AWS and Meta know it. */
export interface LinkedNumber {
  readonly business_account_id: string;
  readonly origination_phone_number_id: string;
  readonly provider_business_account_id: string;
  readonly provider_phone_number_id: string;
  /** Digits only, as Meta writes it. */
  readonly display_phone_number: string;
}

/** The number that is linked from the start (M-numbers); its ids never change, so that accounts may be seeded with them. */
export const DEMO_NUMBER: LinkedNumber = {
  business_account_id: "waba-0d3e1a5c7b9f4e2d8a6c0b1f2e3d4c5b",
  origination_phone_number_id: "phone-number-id-1f2e3d4c5b6a79880d3e1a5c7b9f4e2d",
  provider_business_account_id: "365731266100001",
  provider_phone_number_id: "321010217700001",
  display_phone_number: "15550100001",
};
