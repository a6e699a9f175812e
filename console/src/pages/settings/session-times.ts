import { countOf } from '../../text/numbers.ts'

const MINUTE_MS = 60_000

/** How long an access token is valid, in words. Times are epoch ms. */
export function describeValidity(expiresAt: number, now: number): string {
  const left = expiresAt - now
  if (left <= 0) return 'It is not valid any more.'
  if (left < MINUTE_MS) return `It is valid for ${countOf(Math.ceil(left / 1_000), 'second')}.`
  return `It is valid for ${countOf(Math.floor(left / MINUTE_MS), 'minute')}.`
}

/** The claim of an ID token that says when the person last signed in at the issuer (epoch ms), if it has it. */
export function readAuthTime(idToken: string | undefined): number | undefined {
  const [, payload = ''] = (idToken ?? '').split('.')
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
    const { auth_time: time } = JSON.parse(new TextDecoder().decode(bytes)) as { auth_time?: unknown }
    return typeof time === 'number' ? time * 1_000 : undefined
  } catch {
    return undefined
  }
}
