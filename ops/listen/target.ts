/** The service that is listened to, and a key of the owner. */
export interface Target {
  readonly baseUrl: string;
  readonly apiKey: string;
}
