/** An application registered with the vendor. */
export interface Client {
  id: string
  secret: string
  /** The name on the consent page. */
  name: string
  /** Compared character by character. */
  redirectUris: string[]
}
