import { omitUndefined } from '../../runtime/omit.ts'
import { holdSecret } from '../../runtime/secret.ts'
import type { Call, CallbackInput, Settings } from '../application.ts'
import { ValidationError } from '../errors.ts'
import { toProviderError } from '../vendor-errors.ts'
import { toAdminConsentLink } from './admin-consent.ts'
import type { Permission } from './permissions.ts'
import { toQuote } from './quote.ts'
import type { OAuthVendor } from './vendor.ts'

/** Rejects a response of another authorization server than the one that was asked (RFC 9207, section 2.4). */
export function requireIssuer<S extends Settings>(
  vendor: OAuthVendor<S>,
  { parameters }: CallbackInput,
  call: Call<S>,
): void {
  const { iss } = parameters
  if (iss === undefined || !vendor.isIssuer || vendor.isIssuer(iss, call.settings)) return
  throw new ValidationError(`This response does not come from ${vendor.vendor}. Start the connection again.`)
}

/** The code of a callback. Throws a ProviderError if it reports an error instead (RFC 6749, section 4.1.2.1). */
export function readCode<S extends Settings>(
  vendor: OAuthVendor<S>,
  permissions: readonly Permission[],
  { parameters }: CallbackInput,
  call: Call<S>,
): string {
  holdSecret(parameters.code)
  if (parameters.error) {
    const reasons = [parameters.error, parameters.error_subcode].flatMap((reason) => reason || [])
    const hints = vendor.readHints?.(parameters) ?? []
    const isAboutConsent = vendor.adminConsent?.reasons.some((reason) => reasons.includes(reason))
    const link = isAboutConsent ? toAdminConsentLink(vendor, permissions, call) : undefined
    const cause = { reasons, hints }
    throw toProviderError(vendor.rules, vendor.vendor, {
      at: 'authorize',
      status: 400,
      reasons,
      hints,
      cause,
      page: {
        ...toQuote(vendor.vendor, parameters.error_description),
        ...omitUndefined({ link, next: link && 'Connect again when that is done.' }),
      },
    })
  }
  if (!parameters.code)
    throw new ValidationError(`${vendor.vendor} returned no authorization code. Start the connection again.`)
  return parameters.code
}
