import { hash } from 'node:crypto'
import { ActionError } from './errors.ts'

const MAX_KEY_LENGTH = 200

/** What an intent is called: by the caller, or by its content. Throws BAD_USER_INPUT for a request key that is too long. */
export function toStoredKey(requestKey: string | undefined, hash: string): string {
  if (requestKey === undefined) return `content ${hash}`
  if (requestKey !== '' && requestKey.length <= MAX_KEY_LENGTH) return `key ${requestKey}`
  const message = `input.requestKey: must have 1 to ${MAX_KEY_LENGTH} characters.`
  throw new ActionError('BAD_USER_INPUT', message, { argument: 'input.requestKey' })
}

/** What a write is recognised by. */
export function digest(...content: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(content), 'hex')
}
