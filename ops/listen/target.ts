/** Names the service to listen to, and a key of the owner. */
export interface Target {
  readonly baseUrl: string;
  readonly apiKey: string;
}
