import type { Credential } from '../../contract/index.ts'
import { omitUndefined } from '../../runtime/omit.ts'
import type { Auth, Call, Settings } from '../application.ts'
import { CredentialsExpiredError } from '../errors.ts'
import { finishAdminConsent } from './admin-consent.ts'
import { withExpiry } from './expiry.ts'
import type { Permission } from './permissions.ts'
import { refreshOnce } from './refresh.ts'
import { finishSignIn, startSignIn } from './sign-in.ts'
import { exchangeRefreshToken } from './token-endpoint.ts'
import type { OAuthVendor } from './vendor.ts'

/** The handlers of an application whose vendor uses OAuth 2 (RFC 6749, 7636, 9700). */
export function oauthHandlers<S extends Settings>(
  vendor: OAuthVendor<S>,
  permissions: readonly Permission[],
): Pick<Auth<S>, 'connect' | 'callback' | 'refresh' | 'adminConsent'> {
  const finishConsent: Auth<S>['adminConsent'] = async (parameters) => finishAdminConsent(vendor, parameters)
  return {
    connect: (input, call) => startSignIn(vendor, permissions, input, call),
    callback: (input, call) => finishSignIn(vendor, permissions, input, call),
    refresh: ({ connectedProvider }, call) => refresh(vendor, connectedProvider.credential, call),
    ...omitUndefined({ adminConsent: vendor.adminConsent && finishConsent }),
  }
}

async function refresh<S extends Settings>(
  vendor: OAuthVendor<S>,
  credential: Credential,
  call: Call<S>,
): Promise<Credential> {
  const { accessToken, refreshToken } = credential
  if (!refreshToken) {
    throw new CredentialsExpiredError(
      `This ${vendor.vendor} connection has no refresh token. Connect the account again.`,
    )
  }
  const tokens = await refreshOnce(call, { identity: `${vendor.vendor} ${refreshToken}`, accessToken }, async () =>
    withExpiry(vendor, await exchangeRefreshToken(vendor, refreshToken, call), call),
  )
  const { dateExpiry: _replaced, ...unchanged } = credential
  return {
    ...unchanged,
    ...vendor.renew?.(tokens, call),
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken ?? refreshToken,
    ...omitUndefined({ dateExpiry: tokens.dateExpiry, dateRefreshExpiry: tokens.dateRefreshExpiry }),
  }
}
