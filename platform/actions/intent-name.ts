import { hash } from 'node:crypto'
import { OutsideFailure } from './failure.ts'

const LONGEST_KEY = 200

/** What an intent is called: by the caller, or by its content. Throws BAD_USER_INPUT for a request key that is too long. */
export function intentName(requestKey: string | undefined, hash: string): string {
  if (requestKey === undefined) return `content ${hash}`
  if (requestKey !== '' && requestKey.length <= LONGEST_KEY) return `key ${requestKey}`
  const message = `input.requestKey: must have 1 to ${LONGEST_KEY} characters.`
  throw new OutsideFailure('BAD_USER_INPUT', message, { argument: 'input.requestKey' })
}

/** What a write is recognised by. */
export function digest(...content: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(content), 'hex')
}
