import { readFileSync } from 'node:fs'
import nock from 'nock'

/** Recordings of a vendor's API, replayed by nock: importing this file makes nock intercept Node's HTTP requests. */

/** A recorded request and its response, in nock's format. In `reqheaders` and `body`, `*` in a text stands for anything. */
export interface Recording {
  /** The origin that the request was sent to. */
  scope: string
  method: string
  path: string
  reqheaders?: Record<string, string>
  body?: unknown
  status: number
  response?: unknown
  rawHeaders?: Record<string, string>
}

/** The recordings of a folder. */
export interface Recordings {
  /** Reads the recordings of a file, by its name without `.json`. */
  recording: (name: string) => Recording[]
  /** Replays a recording with these changes. The result returns the responses that were not requested yet. */
  replay: (name: string, changes?: Partial<Recording>) => () => string[]
}

/** Replays the recordings of a folder. A request that differs from the recorded one fails. */
export function recordingsIn(folder: URL): Recordings {
  const read = (name: string): Recording[] =>
    JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Recording[]
  const replay = (name: string, changes: Partial<Recording> = {}) => {
    defineRecordings(read(name).map((recording) => ({ ...recording, ...changes })))
    return () => nock.pendingMocks()
  }
  return { recording: read, replay }
}

/** Replays these exchanges once each. */
export function defineRecordings(recordings: readonly Recording[]): void {
  nock.define(recordings.map((recording) => ({ ...recording, ...toMatchers(recording) })) as nock.Definition[])
}

/** Whether requests with a method have a body. */
export function hasBody({ method }: Pick<Recording, 'method'>): boolean {
  return method !== 'GET' && method !== 'DELETE'
}

/** Throws an Error for a recording that would accept any body. */
function toMatchers({ method, path, reqheaders = {}, body }: Recording) {
  if (hasBody({ method }) && body === undefined) throw new Error(`The recording of ${method} ${path} has no body`)
  const headerMatchers = Object.entries(reqheaders).map(([name, expected]) => [
    name,
    (value: string) => isRecorded(expected, value),
  ])
  return {
    reqheaders: Object.fromEntries(headerMatchers),
    body: hasBody({ method }) ? (actual: unknown) => isRecorded(body, actual) : undefined,
  }
}

/** Whether a value is the recorded one: with the same members, and texts that match its `*`. */
export function isRecorded(recorded: unknown, actual: unknown): boolean {
  if (typeof recorded === 'string') return typeof actual === 'string' && toPattern(recorded).test(actual)
  if (Array.isArray(recorded)) {
    return (
      Array.isArray(actual) &&
      actual.length === recorded.length &&
      recorded.every((item, index) => isRecorded(item, actual[index]))
    )
  }
  if (typeof recorded !== 'object' || recorded === null) return recorded === actual
  if (typeof actual !== 'object' || actual === null) return false
  const names = new Set([...Object.keys(recorded), ...Object.keys(actual)])
  return [...names].every((name) =>
    isRecorded((recorded as Record<string, unknown>)[name], (actual as Record<string, unknown>)[name]),
  )
}

function toPattern(text: string): RegExp {
  const parts = text.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[\\s\\S]*')}$`)
}
