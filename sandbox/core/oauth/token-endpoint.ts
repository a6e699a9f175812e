import { type HttpRequest, parseForm } from '../http/request.ts'
import type { HttpResponse } from '../http/responses.ts'
import type { Handler } from '../http/router.ts'
import { omitUndefined } from '../omit-undefined.ts'
import type { AuthorizationServer } from './authorization-server.ts'
import { TokenError } from './errors.ts'
import type { Credentials, IssuedTokens } from './grant.ts'

/** The vendor-specific responses of a token endpoint. */
export interface TokenResponses {
  toTokenResponse(tokens: IssuedTokens, exchange: 'code' | 'refresh'): HttpResponse
  toErrorResponse(error: TokenError, request: HttpRequest): HttpResponse
}

/** Creates the handler of a token endpoint (RFC 6749, sections 4.1.3 and 6). */
export function createTokenHandler(oauth: AuthorizationServer, responses: TokenResponses): Handler {
  return (request) => {
    try {
      return handleTokenRequest(oauth, responses, request)
    } catch (error) {
      if (error instanceof TokenError) return responses.toErrorResponse(error, request)
      throw error
    }
  }
}

function handleTokenRequest(oauth: AuthorizationServer, responses: TokenResponses, request: HttpRequest): HttpResponse {
  const form = parseForm(request)
  const getRequired = (name: string) => requireParameter(form.get(name), name)
  const credentials = parseCredentials(request, form)
  switch (getRequired('grant_type')) {
    case 'authorization_code': {
      const tokens = oauth.grants.redeemCode({
        ...credentials,
        code: getRequired('code'),
        redirectUri: getRequired('redirect_uri'),
        codeVerifier: form.get('code_verifier') ?? undefined,
      })
      return responses.toTokenResponse(tokens, 'code')
    }
    case 'refresh_token': {
      const scopes = form
        .get('scope')
        ?.split(/\s+/)
        .filter(Boolean)
        .map((scope) => oauth.canonicalScope(scope))
      const refreshToken = getRequired('refresh_token')
      const tokens = oauth.grants.refresh(omitUndefined({ ...credentials, refreshToken, scopes }))
      return responses.toTokenResponse(tokens, 'refresh')
    }
    default:
      throw new TokenError('unsupported-grant-type', form.get('grant_type') ?? '')
  }
}

/** Reads the credentials from the form or the Basic header, where both parts are form-encoded (RFC 6749, section 2.3.1). */
function parseCredentials(request: HttpRequest, form: URLSearchParams): Credentials {
  const basic = /^Basic +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const [id, secret] = basic ? Buffer.from(basic, 'base64').toString('utf8').split(':').map(decodeFormValue) : []
  return {
    clientId: requireParameter(id ?? form.get('client_id'), 'client_id'),
    clientSecret: requireParameter(secret ?? form.get('client_secret'), 'client_secret'),
  }
}

function decodeFormValue(text: string): string {
  return new URLSearchParams(`x=${text}`).get('x') ?? ''
}

function requireParameter(value: string | null, name: string): string {
  if (!value) throw new TokenError('missing-parameter', name)
  return value
}
