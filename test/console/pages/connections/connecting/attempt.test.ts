import { describe, expect, test } from '@jest/globals'
import {
  ATTEMPT_MS,
  type Attempt,
  type AttemptEvent,
  type AttemptTarget,
  beginAttempt,
  nextAttempt,
} from '../../../../../console/src/pages/connections/connecting/attempt.ts'
import { describeAttempt } from '../../../../../console/src/pages/connections/connecting/progress-words.ts'

const TARGET: AttemptTarget = { provider: 'acme', application: 'mail', label: 'Mail' }
const STARTED: AttemptEvent = {
  type: 'started',
  connectionId: 'c',
  url: 'https://hub.example/auth/connect',
  now: 1_000,
}
const UNCONFIRMED: AttemptEvent = { type: 'status', status: 'unconfirmed', email: 'ada@x.example' }
const ACTIVE: AttemptEvent = { type: 'status', status: 'active', email: 'ada@x.example' }
const connected = (connectionId = 'c'): AttemptEvent => ({
  type: 'message',
  message: { type: 'connected', connectionId, paragraphs: [] },
})
const failed: AttemptEvent = {
  type: 'message',
  message: { type: 'error', connectionId: 'c', title: 'Connection failed', paragraphs: ['You cancelled.', 'Again.'] },
}
const existing = (status: string) => ({ connectionId: 'c', status, email: 'ada@x.example' })

function replay(events: readonly AttemptEvent[], target = TARGET, isOpen = true): Attempt {
  return events.reduce(nextAttempt, beginAttempt(target, isOpen))
}

describe('a new account', () => {
  test('arrives when the platform says so, whether or not the window has said anything', () => {
    expect(replay([STARTED, UNCONFIRMED]).phase).toBe('arrived')
    expect(replay([STARTED, connected(), UNCONFIRMED]).phase).toBe('arrived')
    expect(replay([STARTED, connected()]).phase).toBe('waiting')
    expect(replay([STARTED, { type: 'status', status: 'pending', email: null }]).phase).toBe('waiting')
  })

  test('arrives also after the window seemed closed, an error, or too late', () => {
    const unseen: AttemptEvent = { type: 'window', isSeen: false }
    expect(replay([STARTED, unseen, UNCONFIRMED]).phase).toBe('arrived')
    expect(replay([STARTED, failed, UNCONFIRMED]).phase).toBe('arrived')
    expect(replay([STARTED, { type: 'tick', now: 1_000 + ATTEMPT_MS }, UNCONFIRMED]).phase).toBe('arrived')
  })

  test('that was disconnected in another window is not waited for', () => {
    const { phase, failure } = replay([STARTED, { type: 'status', status: 'disconnected', email: null }])
    expect([phase, failure?.title]).toEqual(['failed', 'This was cancelled in another window'])
  })

  test('expires after ten minutes, not before', () => {
    expect(replay([STARTED, { type: 'tick', now: 999 + ATTEMPT_MS }]).phase).toBe('waiting')
    expect(replay([STARTED, { type: 'tick', now: 1_000 + ATTEMPT_MS }]).phase).toBe('expired')
  })
})

describe('an account that is connected again', () => {
  const isArrived = (status: string, events: readonly AttemptEvent[]) =>
    replay([STARTED, ...events], { ...TARGET, existing: existing(status) }).phase === 'arrived'

  test('arrives when it works again', () => {
    expect(isArrived('reconnect_required', [ACTIVE])).toBe(true)
    expect(isArrived('reconnect_required', [{ type: 'status', status: 'reconnect_required', email: null }])).toBe(false)
  })

  test('that works anyway arrives when the window or the live feed says that it was registered', () => {
    expect(isArrived('active', [ACTIVE])).toBe(false)
    expect(isArrived('active', [{ type: 'changed' }, ACTIVE])).toBe(true)
    expect(isArrived('active', [connected(), ACTIVE])).toBe(true)
    expect(isArrived('active', [UNCONFIRMED])).toBe(true)
  })

  test('and was disconnected is waited for', () => {
    expect(isArrived('disconnected', [{ type: 'status', status: 'disconnected', email: null }])).toBe(false)
    expect(isArrived('disconnected', [UNCONFIRMED])).toBe(true)
  })
})

test('messages about other connections are ignored', () => {
  expect(replay([STARTED, connected('other')]).hasReport).toBe(false)
})

test('what is the same again changes nothing, so that nothing is rendered', () => {
  const attempt = replay([STARTED])
  expect(nextAttempt(attempt, { type: 'window', isSeen: true })).toBe(attempt)
  expect(nextAttempt(attempt, { type: 'tick', now: 2_000 })).toBe(attempt)
})

describe('what is said', () => {
  const unseen: AttemptEvent = { type: 'window', isSeen: false }
  test.each<[string, Attempt, string, readonly string[]]>([
    ['while the window is prepared', replay([]), 'Connecting Mail', ['cancel']],
    ['while it is open', replay([STARTED]), 'Continue in the other window', ['show-window', 'cancel']],
    [
      'when it cannot be seen',
      replay([STARTED, unseen]),
      'Still connecting in the other window?',
      ['open-again', 'cancel'],
    ],
    [
      'when it was blocked',
      replay([STARTED], TARGET, false),
      'Your browser has blocked the window',
      ['open-in-tab', 'cancel'],
    ],
    ['after an error', replay([STARTED, failed]), 'Connection failed', ['retry', 'close']],
    [
      'after too long',
      replay([STARTED, { type: 'tick', now: 1e9 }]),
      'This took more than ten minutes',
      ['retry', 'close'],
    ],
    ['when something was registered', replay([STARTED, connected()]), 'Connecting Mail', ['cancel']],
  ])('%s', (_when, attempt, title, actions) => {
    expect(describeAttempt(attempt)).toMatchObject({ title, actions })
  })

  test('is the reason, and for a key what to do in the form', () => {
    expect(describeAttempt(replay([STARTED, failed])).text).toBe('You cancelled.')
    expect(describeAttempt(replay([STARTED], { ...TARGET, method: 'key' })).text).toMatch(/Enter the key/)
    const error = { kind: 'offline', title: 'No', detail: 'Why.', action: 'retry' } as const
    expect(describeAttempt(replay([{ type: 'not-started', error }]))).toMatchObject({ title: 'No', text: 'Why.' })
  })

  test('a blocked window that is opened as a tab is only asked about', () => {
    const opened = replay([STARTED, unseen, { type: 'opened-elsewhere' }], TARGET, false)
    expect(describeAttempt(opened).title).toBe('Still connecting in the other window?')
  })
})
