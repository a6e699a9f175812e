import type { Answer } from './answers.ts'
import { type Call, formOf } from './call.ts'
import type { Credentials, Issued } from './grants.ts'
import type { OAuth } from './oauth.ts'
import { TokenRefusal } from './refusals.ts'
import type { Handler } from './router.ts'

/** How one vendor words the answers of its token endpoint. */
export interface TokenVoice {
  issued(issued: Issued, exchange: 'code' | 'refresh'): Answer
  refused(refusal: TokenRefusal, call: Call): Answer
}

/** RFC 6749, sections 4.1.3 and 6. */
export function tokenHandler(oauth: OAuth, voice: TokenVoice): Handler {
  return (call) => {
    try {
      return exchange(oauth, voice, call)
    } catch (error) {
      if (error instanceof TokenRefusal) return voice.refused(error, call)
      throw error
    }
  }
}

function exchange(oauth: OAuth, voice: TokenVoice, call: Call): Answer {
  const form = formOf(call)
  const need = (name: string) => required(form.get(name), name)
  const credentials = credentialsOf(call, form)
  switch (need('grant_type')) {
    case 'authorization_code': {
      const codeVerifier = form.get('code_verifier') ?? undefined
      const code = { ...credentials, code: need('code'), redirectUri: need('redirect_uri'), codeVerifier }
      return voice.issued(oauth.grants.redeemCode(code), 'code')
    }
    case 'refresh_token': {
      const scopes = form
        .get('scope')
        ?.split(/\s+/)
        .filter(Boolean)
        .map((scope) => oauth.canonical(scope))
      const token = { ...credentials, refreshToken: need('refresh_token'), ...(scopes ? { scopes } : {}) }
      return voice.issued(oauth.grants.refresh(token), 'refresh')
    }
    default:
      throw new TokenRefusal('unsupported-grant-type', form.get('grant_type') ?? '')
  }
}

/** From the form, or from the Basic header (RFC 6749, section 2.3.1), where both halves are form-encoded. */
function credentialsOf(call: Call, form: URLSearchParams): Credentials {
  const basic = /^Basic +(\S+)$/i.exec(call.headers.authorization ?? '')?.[1]
  const [id, secret] = basic ? Buffer.from(basic, 'base64').toString('utf8').split(':').map(formDecoded) : []
  return {
    clientId: required(id ?? form.get('client_id'), 'client_id'),
    clientSecret: required(secret ?? form.get('client_secret'), 'client_secret'),
  }
}

function formDecoded(text: string): string {
  return new URLSearchParams(`x=${text}`).get('x') ?? ''
}

function required(value: string | null, name: string): string {
  if (!value) throw new TokenRefusal('missing-parameter', name)
  return value
}
