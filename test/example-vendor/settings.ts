/** The operator's settings for Beacon. People bring their own keys, so there is no client id or secret. */
export type BeaconSettings = {
  origin?: string
}

export function toApiOrigin({ origin }: BeaconSettings): string {
  return origin ?? 'https://api.beacon.example'
}
