/** A token endpoint's response. `response` is the complete body, for the members that only one vendor has. */
export interface Tokens {
  accessToken: string
  refreshToken?: string
  /** Epoch ms, slightly before the access token expires. */
  dateExpiry?: number
  /** Epoch ms. When the refresh token expires, if the vendor says so: the grant is limited in time. */
  dateRefreshExpiry?: number
  /** The granted scopes. Absent if the response names none: the requested ones were granted then (RFC 6749, section 5.1). */
  scopes?: string[]
  response: Readonly<Record<string, unknown>>
}
