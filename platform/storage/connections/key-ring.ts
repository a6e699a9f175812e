import type { CredentialKey, CredentialKeys } from './credential-encryption.ts'

/**
 * The keys of CREDENTIAL_KEY. Which of them encrypts depends on the other processes: the first one that all of them have.
 * So a new key may be put first in one process after another, and nothing is encrypted with it that some cannot decrypt.
 */
export class CredentialKeyRing {
  /** In the order of CREDENTIAL_KEY. */
  readonly configured: CredentialKeys
  /** The same array for the life of the ring, so that whoever has it always encrypts with its first key. */
  readonly keys: [CredentialKey, ...CredentialKey[]]

  constructor(configured: CredentialKeys) {
    this.configured = configured
    this.keys = [...configured]
  }

  get ids(): string[] {
    return this.configured.map(({ id }) => id)
  }

  /** The first key of CREDENTIAL_KEY, with which all credentials are encrypted in the end. */
  get preferred(): CredentialKey {
    return this.configured[0]
  }

  /** `processes`: the ids of the keys of each running process. Returns whether another key encrypts from now on. */
  follow(processes: readonly (readonly string[])[]): boolean {
    const before = this.keys[0]
    const shared = this.configured.find(({ id }) => processes.every((ids) => ids.includes(id)))
    const encrypting = shared ?? this.preferred
    this.keys.sort((a, b) => Number(b === encrypting) - Number(a === encrypting))
    return this.keys[0] !== before
  }
}
