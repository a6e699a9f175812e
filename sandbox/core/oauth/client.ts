/** An application registered with the vendor. */
export interface Client {
  id: string
  secret: string
  /** The name that the consent page shows. */
  name: string
  /** Requests must match one of them exactly. */
  redirectUris: string[]
}
