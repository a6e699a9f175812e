/** A token endpoint's response. `response` is the complete body, for the members that only one vendor has. */
export interface Tokens {
  accessToken: string
  refreshToken?: string
  /** Epoch ms, slightly before the access token expires. */
  dateExpiry?: number
  scopes: string[]
  response: Readonly<Record<string, unknown>>
}
