import type { AuthorizationCode } from 'simple-oauth2'
import type { Call, Settings } from '../application.ts'
import type { OAuthVendor } from './vendor.ts'

/** The OAuth client of a vendor. Loads the library on the first sign-in, so that the hub starts faster. */
export async function createClient<S extends Settings>(
  vendor: OAuthVendor<S>,
  settings: S,
): Promise<AuthorizationCode> {
  const { AuthorizationCode } = await import('simple-oauth2')
  const { authorize, token } = vendor.endpoints(settings)
  const { id, secret } = vendor.client(settings)
  const [authorizeUrl, tokenUrl] = [new URL(authorize), new URL(token)]
  return new AuthorizationCode({
    client: { id, secret: secret.reveal() },
    auth: {
      tokenHost: tokenUrl.origin,
      tokenPath: tokenUrl.pathname,
      authorizeHost: authorizeUrl.origin,
      authorizePath: authorizeUrl.pathname + authorizeUrl.search,
    },
    options: { authorizationMethod: 'body', bodyFormat: 'form' },
  })
}

/** The address to which the vendor sends people back. It has to be registered with the vendor. */
export function redirectUri<S extends Settings>(call: Call<S>): string {
  return `${call.baseUrl}/auth/callback`
}
