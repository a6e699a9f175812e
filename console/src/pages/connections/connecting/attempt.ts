import type { ErrorDescription } from '../../../graph/errors.ts'
import type { ConnectMessage, HelpLink } from './messages.ts'

export type ConnectMethod = 'oauth' | 'key'

/** What is being connected. */
export interface AttemptTarget {
  provider: string
  application: string
  label: string
  /** Default: the application's own, or how the account was connected before. */
  method?: ConnectMethod
  /** The connection that is connected again, and how it was before. */
  existing?: { connectionId: string; status: string; email: string | null }
}

/** Why an attempt failed, and a link to pass on. */
export interface AttemptFailure {
  title: string
  paragraphs: readonly string[]
  link?: HelpLink
}

export interface Attempt {
  target: AttemptTarget
  /**
   * `failed` and `expired` can still become `arrived`, because the other window may be open and a person may try again
   * there.
   */
  phase: 'starting' | 'waiting' | 'failed' | 'expired' | 'arrived'
  /** `unseen`: it was closed, or the vendor's page has separated itself from this one. Nobody can tell. */
  window: 'open' | 'blocked' | 'unseen'
  connectionId?: string
  /** The address to open in a window. */
  url?: string
  /** When the address was issued (epoch ms). */
  startedAt?: number
  failure?: AttemptFailure
  /** Whether something says that an account has been registered: the provider's page, or the live feed. */
  hasReport: boolean
}

/** How long an address can be used (ms). */
export const ATTEMPT_MS = 600_000

export type AttemptEvent =
  | { type: 'started'; connectionId: string; url: string; now: number }
  | { type: 'not-started'; error: ErrorDescription }
  | { type: 'window'; isSeen: boolean }
  /** The person has opened the address in a tab of their own. */
  | { type: 'opened-elsewhere' }
  | { type: 'message'; message: ConnectMessage }
  /** The live feed says that the connection has changed. */
  | { type: 'changed' }
  | { type: 'status'; status: string; email: string | null }
  | { type: 'tick'; now: number }

export function beginAttempt(target: AttemptTarget, isWindowOpen: boolean): Attempt {
  return { target, phase: 'starting', window: isWindowOpen ? 'open' : 'blocked', hasReport: false }
}

/** The attempt after an event. */
export function nextAttempt(attempt: Attempt, event: AttemptEvent): Attempt {
  switch (event.type) {
    case 'started': {
      const { connectionId, url, now } = event
      return { ...attempt, phase: 'waiting', connectionId, url, startedAt: now }
    }
    case 'not-started':
      return { ...attempt, phase: 'failed', failure: { title: event.error.title, paragraphs: [event.error.detail] } }
    case 'window':
      return afterLook(attempt, event.isSeen ? 'open' : 'unseen')
    case 'opened-elsewhere':
      return { ...attempt, window: 'unseen' }
    case 'message':
      return afterMessage(attempt, event.message)
    case 'changed':
      return attempt.hasReport ? attempt : { ...attempt, hasReport: true }
    case 'status':
      return afterStatus(attempt, event)
    case 'tick':
      return attempt.phase === 'waiting' && event.now - (attempt.startedAt ?? event.now) >= ATTEMPT_MS
        ? { ...attempt, phase: 'expired' }
        : attempt
  }
}

function afterLook(attempt: Attempt, seen: Attempt['window']): Attempt {
  return attempt.window === 'blocked' || attempt.window === seen ? attempt : { ...attempt, window: seen }
}

function afterMessage(attempt: Attempt, message: ConnectMessage): Attempt {
  const { type, connectionId, title, paragraphs, link } = message
  if (connectionId !== undefined && connectionId !== attempt.connectionId) return attempt
  if (attempt.phase === 'arrived') return attempt
  if (type === 'connected') return { ...attempt, phase: 'waiting', hasReport: true }
  const failure = { title: title ?? 'The account was not connected', paragraphs, ...(link ? { link } : {}) }
  return { ...attempt, phase: 'failed', failure }
}

const CANCELLED: AttemptFailure = {
  title: 'This was cancelled in another window',
  paragraphs: ['Connect again if you want to.'],
}

function afterStatus(attempt: Attempt, { status, email }: { status: string; email: string | null }): Attempt {
  const { phase, hasReport, target } = attempt
  if (phase === 'starting' || phase === 'arrived') return attempt
  const before = target.existing
  const hasAccount = status === 'active' || status === 'unconfirmed'
  const isOther = !before || before.status !== status || before.email !== email
  if (hasAccount && (isOther || hasReport)) return { ...attempt, phase: 'arrived' }
  if (status === 'disconnected' && before?.status !== 'disconnected') {
    return { ...attempt, phase: 'failed', failure: CANCELLED }
  }
  return attempt
}
