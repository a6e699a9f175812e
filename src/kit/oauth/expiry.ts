import { omitUndefined } from '../../runtime/omit.ts'
import type { Call, Settings } from '../application.ts'
import type { Tokens } from './tokens.ts'
import type { OAuthVendor } from './vendor.ts'

/** The tokens with the expiry of the access token, as far as it can be determined. */
export async function withExpiry<S extends Settings>(
  vendor: OAuthVendor<S>,
  tokens: Tokens,
  call: Call<S>,
): Promise<Tokens> {
  if (tokens.dateExpiry !== undefined || !vendor.findExpiry) return tokens
  try {
    const dateExpiry = await vendor.findExpiry(tokens, call)
    return { ...tokens, ...omitUndefined({ dateExpiry }) }
  } catch (error) {
    // The vendor may have revoked the previous tokens already: the new ones must not be lost because of a date.
    call.log.warn({ err: error }, 'the expiry of the access token could not be determined')
    return tokens
  }
}
