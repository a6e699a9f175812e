import type { Call, Settings } from '../application.ts'
import { type PageHelp, ValidationError } from '../errors.ts'
import { redirectUri } from './client.ts'
import { type Permission, requestedScopes } from './permissions.ts'
import { toQuote } from './quote.ts'
import type { OAuthVendor } from './vendor.ts'

/** Takes the place of a connection's id in the state of an administrator, who connects nothing. */
export const ADMIN_CONSENT = '~admin-consent'

/**
 * The link with which an administrator approves the application for a whole organization. It returns to /auth/callback,
 * the only address that is registered with the vendor. Undefined for vendors without such a page.
 */
export function toAdminConsentLink<S extends Settings>(
  vendor: OAuthVendor<S>,
  permissions: readonly Permission[],
  call: Call<S>,
): PageHelp['link'] {
  const endpoint = vendor.adminConsent?.endpoint(call.settings)
  if (!endpoint) return undefined
  const url = new URL(endpoint)
  const parameters = {
    client_id: vendor.client(call.settings).id,
    scope: requestedScopes(vendor, permissions).join(' '),
    redirect_uri: redirectUri(call),
    state: `${ADMIN_CONSENT}.${call.application}`,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return {
    text: `An administrator of your organization approves this application for everybody at ${vendor.vendor} with this link:`,
    url: url.toString(),
  }
}

/** Handles the return of an administrator. Throws ValidationError if the application was not approved. */
export function finishAdminConsent<S extends Settings>(
  { vendor }: OAuthVendor<S>,
  { admin_consent, error, error_description }: Readonly<Record<string, string>>,
): void {
  if (!error && admin_consent?.toLowerCase() === 'true') return
  const next = 'Open the link again and sign in as an administrator of the organization.'
  throw new ValidationError(`The application was not approved at ${vendor}.`, [], undefined, {
    title: 'Not approved',
    next,
    ...toQuote(vendor, error_description),
  })
}
