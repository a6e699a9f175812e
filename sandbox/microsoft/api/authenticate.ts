import { getBearerToken, type HttpRequest } from '../../core/http/request.ts'
import type { AccessToken } from '../../core/oauth/grant.ts'
import type { AppToken } from '../app-only/app-tokens.ts'
import type { MicrosoftState } from '../state.ts'
import type { Fail } from './errors.ts'

/** Fails unless the request has a valid token, of a user or of an application. */
export function requireToken(microsoft: MicrosoftState, request: HttpRequest, fail: Fail): void {
  if (!findApplication(microsoft, request, fail)) authenticate(microsoft, request, fail)
}

/** Returns the valid token of a user, or fails with the message that Graph has for this kind of invalid token. */
export function authenticate({ oauth, accounts }: MicrosoftState, request: HttpRequest, fail: Fail): AccessToken {
  const token = getBearerToken(request)
  if (token === undefined) return fail('tokenMissing')
  const access = oauth.grants.inspect(token)
  if (access) return access
  const grant = oauth.grants.findGrant(token)
  if (grant?.revoked) return fail('continuousAccess')
  if (grant) return fail(accounts.get(grant.account)?.personal ? 'tokenExpiredPersonal' : 'tokenExpired')
  return fail(token.includes('.') ? 'tokenUnknown' : 'tokenWithoutDots')
}

/** Returns the application's token that the request has, or undefined for any other. Fails if it has expired. */
export function findApplication({ appTokens }: MicrosoftState, request: HttpRequest, fail: Fail): AppToken | undefined {
  const application = appTokens.find(getBearerToken(request) ?? '')
  if (application && !appTokens.isValid(application)) fail('tokenExpired')
  return application
}
