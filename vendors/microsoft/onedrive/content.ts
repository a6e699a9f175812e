import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { readJsonObject } from '../response.ts'

/**
 * Requests an address of content, without the access token: with it, uploads are refused, and it would reach another host.
 * Throws what `toMicrosoftError` converts.
 */
export async function fetchAddress(
  address: URL,
  init: { method?: string; headers?: Readonly<Record<string, string>>; body?: Uint8Array; signal: AbortSignal },
): Promise<Response> {
  const response = await fetch(address, { ...(init as RequestInit), redirect: 'manual' })
  if (response.ok) return response
  if (response.status === 401 || response.status === 403) {
    await response.body?.cancel()
    throw expiredAddress(response.status)
  }
  return readJsonObject(response)
}

/** The address is no longer valid; this says nothing about the account. */
function expiredAddress(status: number): VendorError {
  return new VendorError(
    {
      class: 'unavailable',
      retry: false,
      sentence: 'Microsoft no longer accepts the address that it named for this file.',
      next: 'Try again.',
    },
    { at: 'api', status, reasons: ['expired-address'], cause: { status } },
  )
}
