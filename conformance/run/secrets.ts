import type { Credential } from '../../src/contract/index.ts'
import { redactText } from '../../src/runtime/redact.ts'
import { REDACTED } from '../../src/runtime/secret.ts'

/** Shorter values are too likely to be ordinary words (characters). */
const MIN_SECRET_LENGTH = 8

/** The secrets of a run: the platform key, the tokens of accounts, and what else their credentials hold. */
export class Secrets {
  /** Those that no response may contain. */
  readonly #tokens = new Set<string>()
  readonly #all = new Set<string>()

  constructor(key: string | undefined) {
    this.addToken(key)
  }

  addToken(token: string | undefined): void {
    if (token === undefined || token.length < MIN_SECRET_LENGTH) return
    this.#tokens.add(token)
    this.#all.add(token)
  }

  /** Adds the tokens of a credential, and the texts of its profile, which are not printed either. */
  addCredential({ accessToken, refreshToken, profile }: Partial<Credential>): void {
    this.addToken(accessToken)
    this.addToken(refreshToken)
    for (const text of textsOf(profile)) if (text.length >= MIN_SECRET_LENGTH) this.#all.add(text)
  }

  /** A sentence of a rule without the secrets of the run. */
  hide(text: string): string {
    let result = text
    for (const secret of this.#all) {
      for (const spelling of spellingsOf(secret)) {
        if (result.includes(spelling)) result = result.replaceAll(spelling, REDACTED)
      }
    }
    return result
  }

  /** What was sent or received, without secrets and without what looks like one. */
  mask(text: string): string {
    // A redacted value is redacted again, up to its bracket.
    return redactText(this.hide(text)).replaceAll(`${REDACTED}]`, REDACTED)
  }

  /** Whether a text contains a token or the key. */
  isIn(text: string): boolean {
    return [...this.#tokens].some((token) => spellingsOf(token).some((spelling) => text.includes(spelling)))
  }
}

/** A secret as it stands in a text, in JSON and in a URL. */
function spellingsOf(secret: string): string[] {
  return [...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())])]
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}
