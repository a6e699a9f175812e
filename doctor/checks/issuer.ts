import type { Config } from '../../platform/config.ts'
import type { Reporter } from '../finding.ts'
import { parseJson, type Reply, request } from '../requests.ts'

interface Discovery {
  issuer?: string
  jwks_uri?: string
  authorization_endpoint?: string
  token_endpoint?: string
  code_challenge_methods_supported?: string[]
}

const ACCEPTED_ALGORITHMS = ['RS256', 'ES256', 'EdDSA']
/** Responses of an issuer that knows the client, when nobody is signed in (OpenID Connect Core, 3.1.2.6). */
const KNOWS_CLIENT = ['login_required', 'interaction_required', 'consent_required', 'account_selection_required']

/** Checks what sign-in needs of the issuer: its discovery document, its keys, and the registration of the console. */
export async function checkIssuer(report: Reporter, config: Config): Promise<Reply[]> {
  const reply = await request(`${config.issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`)
  if ('problem' in reply) {
    report.error(
      'issuer',
      `OIDC_ISSUER ${config.issuer} does not respond: ${reply.problem}`,
      'Start it or correct OIDC_ISSUER: nobody can sign in.',
    )
    return [reply]
  }
  const discovery = parseJson(reply.text) as Discovery | undefined
  if (reply.status !== 200 || !discovery?.jwks_uri) {
    report.error(
      'issuer',
      `its discovery document has status ${reply.status} and ${discovery ? 'no jwks_uri' : 'is not JSON'}`,
      'OIDC_ISSUER is the URL before /.well-known/openid-configuration.',
    )
    return [reply]
  }
  if (discovery.issuer === config.issuer) report.ok('issuer', `${config.issuer} responds in ${reply.tookMs} ms`)
  else {
    report.error(
      'issuer',
      `it calls itself ${discovery.issuer}`,
      'Set OIDC_ISSUER to exactly that, also the slash at its end: tokens of another name are refused.',
    )
  }
  const [keys, console] = await Promise.all([
    checkKeys(report, discovery.jwks_uri),
    checkConsoleClient(report, config, discovery),
  ])
  checkAudience(report, config)
  return [reply, keys, ...(console ? [console] : [])]
}

async function checkKeys(report: Reporter, url: string): Promise<Reply> {
  const reply = await request(url)
  const keys =
    'text' in reply
      ? (parseJson(reply.text) as { keys?: { kty?: string; alg?: string; use?: string }[] } | undefined)?.keys
      : undefined
  if ('problem' in reply || !Array.isArray(keys)) {
    const reason = 'problem' in reply ? reply.problem : `status ${reply.status}, not a key set`
    report.error('issuer keys', `${url}: ${reason}`, 'Let the platform reach the issuer’s jwks_uri.')
    return reply
  }
  const usable = keys.filter(
    ({ kty, alg, use }) => use !== 'enc' && (alg ? ACCEPTED_ALGORITHMS.includes(alg) : kty !== 'oct'),
  )
  if (usable.length > 0) report.ok('issuer keys', `${usable.length} that can sign tokens`)
  else
    report.error(
      'issuer keys',
      `none of ${keys.length} is for ${ACCEPTED_ALGORITHMS.join(', ')}`,
      'Let the issuer sign access tokens with RS256 or ES256.',
    )
  return reply
}

function checkAudience(report: Reporter, { audience, issuer, console: { clientId } }: Config): void {
  const remedy = 'Register an API (resource server) at the issuer and set OIDC_AUDIENCE to its identifier.'
  if (audience === issuer || audience === clientId) {
    report.warning(
      'audience',
      `OIDC_AUDIENCE is the ${audience === issuer ? 'issuer' : 'console’s client'} itself, so tokens of other purposes would be accepted`,
      remedy,
    )
  } else report.ok('audience', `access tokens must be for ${audience}, of type at+jwt`)
}

/** Asks the issuer for a sign-in without a person (`prompt=none`): one that knows the client redirects to it. */
async function checkConsoleClient(report: Reporter, config: Config, discovery: Discovery): Promise<Reply | undefined> {
  const { console: options, publicUrl } = config
  if (!options.isOn || config.role === 'worker') return undefined
  if (!discovery.authorization_endpoint || !discovery.token_endpoint) {
    report.error(
      'console sign-in',
      'the issuer names no authorization or token endpoint',
      'Use an issuer with the authorization code grant, or set CONSOLE=off.',
    )
    return undefined
  }
  if (discovery.code_challenge_methods_supported && !discovery.code_challenge_methods_supported.includes('S256')) {
    report.error('console sign-in', 'the issuer does not support PKCE with S256', 'Switch PKCE on at the issuer.')
    return undefined
  }
  if (publicUrl === undefined) {
    report.skipped('console sign-in', 'BASE_URL is not set, so the redirect URI is not known')
    return undefined
  }
  return tryClient(report, config, discovery.authorization_endpoint, `${publicUrl}/signed-in`)
}

async function tryClient(
  report: Reporter,
  { console: options }: Config,
  endpoint: string,
  redirectUri: string,
): Promise<Reply> {
  const url = new URL(endpoint)
  const parameters = {
    client_id: options.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: options.scope,
    state: 'doctor',
    prompt: 'none',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    ...options.signInParameters,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  const reply = await request(url.href)
  const register = `Register ${options.clientId} at the issuer as a public client with PKCE and the redirect URI ${redirectUri}.`
  if ('problem' in reply) {
    report.error(
      'console sign-in',
      `the authorization endpoint does not respond: ${reply.problem}`,
      'Let browsers and the platform reach it.',
    )
    return reply
  }
  const location = reply.headers.get('location') ?? ''
  const error = location.startsWith(redirectUri) ? new URL(location).searchParams.get('error') : undefined
  if (error && KNOWS_CLIENT.includes(error))
    report.ok('console sign-in', `the issuer knows ${options.clientId} and ${redirectUri}`)
  else if (error)
    report.error(
      'console sign-in',
      `the issuer refuses the console: ${error.slice(0, 60)}`,
      'Compare CONSOLE_CLIENT_ID, CONSOLE_SCOPE and CONSOLE_SIGN_IN_PARAMETERS with its registration.',
    )
  else if (reply.status >= 400)
    report.error('console sign-in', `the issuer responds with status ${reply.status}`, register)
  else
    report.warning(
      'console sign-in',
      'the issuer shows a page, so it is not known whether it knows the console',
      register,
    )
  return reply
}
