import type { ProviderError } from '../errors.ts'
import type { LeftOut } from './reader.ts'

const PREDICATES: Readonly<Record<Exclude<LeftOut, 'excluded'>, string>> = {
  'not-ready': 'is not ready yet and was left out. A later sync brings it.',
  empty: 'has no text and was left out.',
}

/** The warning about a transcript that is not delivered. `subject` names it. */
export function leftOutWarning(subject: string, reason: Exclude<LeftOut, 'excluded'>): string {
  return `${subject} ${PREDICATES[reason]}`
}

/** The warning about a page that was stopped by an error, or because it is full or its time is used up. */
export function stopWarning(error: ProviderError | undefined, transcripts: number, meetings: number): string {
  const reason = error?.message ?? 'This page has reached its maximum size or time.'
  const rest = [count(transcripts, 'transcript'), count(meetings, 'meeting')].filter(Boolean).join(' and ')
  return rest ? `${reason} Still to come on the next page: ${rest}.` : reason
}

function count(number: number, noun: string): string {
  return number === 0 ? '' : `${number} ${noun}${number === 1 ? '' : 's'}`
}
