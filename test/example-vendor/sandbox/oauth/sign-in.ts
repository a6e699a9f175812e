import { randomBytes } from 'node:crypto'
import { messagePage } from '../../../../sandbox/core/html/pages.ts'
import { getBearerToken, type HttpRequest } from '../../../../sandbox/core/http/request.ts'
import { type HttpResponse, html, json } from '../../../../sandbox/core/http/responses.ts'
import type { Route } from '../../../../sandbox/core/http/router.ts'
import { DEFAULT_REDIRECT_URIS, type MockServer, resolveClients } from '../../../../sandbox/core/mock-server.ts'
import { AuthorizationServer } from '../../../../sandbox/core/oauth/authorization-server.ts'
import { createConsentRoutes, redirectBack } from '../../../../sandbox/core/oauth/consent.ts'
import type { AuthorizationError, TokenError } from '../../../../sandbox/core/oauth/errors.ts'
import type { IssuedTokens } from '../../../../sandbox/core/oauth/grant.ts'
import { createTokenHandler } from '../../../../sandbox/core/oauth/token-endpoint.ts'
import { omitUndefined } from '../../../../sandbox/core/omit-undefined.ts'
import type { Clock } from '../../../../sandbox/core/time/clock.ts'
import { ACCOUNTS } from '../account.ts'
import type { BeaconOptions, SignIn } from '../server.ts'

const BRAND = { name: 'Beacon', color: '#2f6f4f' }

const SCOPES = {
  'workspace.read': { label: 'Read your workspace' },
  'workspace.write': { label: 'Change your workspace' },
  offline: { label: 'Stay connected while you are away', required: true },
}

const CLIENT = {
  id: 'beacon-client',
  secret: 'beacon-secret',
  name: 'Provider Hub',
  redirectUris: DEFAULT_REDIRECT_URIS,
}

/** People sign in and consent (RFC 6749 with PKCE). A refresh replaces the refresh token. */
export function createSignIn(options: BeaconOptions, clock: Clock): SignIn {
  const oauth = new AuthorizationServer({
    clock,
    vendor: { scopes: SCOPES, createToken: (kind) => `${kind}_${randomBytes(24).toString('base64url')}` },
    clients: resolveClients(options, CLIENT),
    settings: { pkce: 'required', rotation: 'replace', ...options.oauth },
  })
  return {
    oauth,
    routes: createRoutes(oauth, clock),
    identify: (request: HttpRequest) => oauth.grants.inspect(getBearerToken(request) ?? '')?.grant.account,
    complete: (server: MockServer): MockServer => server,
    grant: (account: string) => issue(oauth, account).access.token,
    revoke: () => {
      oauth.grants.revoke(() => true)
    },
  }
}

function createRoutes(oauth: AuthorizationServer, clock: Clock): Route[] {
  return [
    ...createConsentRoutes('/oauth/authorize', {
      oauth,
      brand: BRAND,
      listAccounts: () => ACCOUNTS,
      createParameters: ({ request, account, scopes }) => ({
        code: oauth.grants.issueCode(request, { account, scopes, offline: scopes.includes('offline') }),
      }),
      toErrorResponse: authorizationErrorResponse,
    }),
    {
      method: 'POST',
      pattern: '/oauth/token',
      handle: createTokenHandler(oauth, {
        toTokenResponse: (tokens) => tokenResponse(tokens, clock),
        toErrorResponse: tokenErrorResponse,
      }),
    },
  ]
}

function issue(oauth: AuthorizationServer, account: string): IssuedTokens {
  const [client] = oauth.clients
  if (!client) throw new RangeError('The sandbox has no client to which tokens could be granted')
  return oauth.grants.issue(client, { account, scopes: Object.keys(SCOPES), offline: true })
}

function tokenResponse({ access, refreshToken }: IssuedTokens, clock: Clock): HttpResponse {
  return json(
    omitUndefined({
      access_token: access.token,
      refresh_token: refreshToken,
      token_type: 'Bearer',
      expires_in: Math.floor((access.expiresAt - clock.now()) / 1000),
      scope: access.scopes.join(' '),
    }),
  )
}

/** A denial returns to the client; a request that does not come from a known client must not. */
function authorizationErrorResponse({ reason, detail }: AuthorizationError, { url }: HttpRequest): HttpResponse {
  if (reason === 'unknown-client' || reason === 'redirect-mismatch') {
    return html(messagePage(BRAND, { title: 'This link is not valid', text: reason, detail }), 400)
  }
  const isDenied = reason === 'access-denied' || reason === 'admin-consent-required'
  const query = url.searchParams
  return redirectBack(query.get('redirect_uri') ?? '', query.get('state'), {
    error: isDenied ? 'access_denied' : 'invalid_request',
    error_description: reason,
  })
}

const CLIENT_REASONS: readonly string[] = ['unknown-client', 'wrong-secret']
const REQUEST_REASONS: readonly string[] = ['missing-parameter', 'unsupported-grant-type']

function tokenErrorResponse({ reason }: TokenError): HttpResponse {
  if (CLIENT_REASONS.includes(reason)) return json({ error: 'invalid_client', error_description: reason }, 401)
  const error = REQUEST_REASONS.includes(reason) ? 'invalid_request' : 'invalid_grant'
  return json({ error, error_description: reason }, 400)
}
