import { Problem } from '../../src/contract/index.ts'
import type { Violation } from './check.ts'
import type { Exchange } from './client.ts'
import { findErrors } from './schemas.ts'
import type { Secrets } from './secrets.ts'

/** What every exchange of a run is examined for, whichever rule caused it. */
export type ObservationName = 'mediaType' | 'members' | 'status' | 'type' | 'secret' | 'json'

/** Further ones of a kind say nothing new. */
const MAX_PER_KIND = 10
/** Pages for people, whose errors are pages too. */
const PAGE_PATHS = /^\/auth\/(connect|callback)\b|^\/[^/]+\/key\b/

/** Examines all exchanges of a run. Rules report what was found when all others have been run. */
export class Observations {
  readonly #secrets: Secrets
  readonly #found = new Map<ObservationName, Violation[]>()
  /** The number of error responses that were examined. */
  errors = 0
  /** The number of all responses that were examined. */
  replies = 0

  /** What the types of problems begin with, if that is known. */
  readonly platformUrl: string | undefined

  constructor(secrets: Secrets, platformUrl: string | undefined) {
    this.#secrets = secrets
    this.platformUrl = platformUrl?.replace(/[?#].*$/, '').replace(/\/+$/, '')
  }

  of(name: ObservationName): readonly Violation[] {
    return this.#found.get(name) ?? []
  }

  observe(exchange: Exchange): void {
    const { method, path, reply } = exchange
    this.replies += 1
    const isRefresh = path === '/auth/refresh' && reply.status === 200
    const headers = JSON.stringify(reply.headers)
    if (!isRefresh)
      this.#expect('secret', !this.#secrets.isIn(reply.text + headers), `${path} returns a secret`, exchange)
    const isPage = PAGE_PATHS.test(path) || method === 'HEAD'
    if (isPage) return
    if (reply.status >= 400) this.#observeError(exchange)
    else if (method === 'POST' && reply.status < 300) {
      const type = String(reply.headers['content-type'] ?? '')
      const isJson = /^application\/(\w[\w.+-]*\+)?json\b/i.test(type) && reply.json !== undefined
      this.#expect('json', isJson, `${path} returns ${type || 'no Content-Type'} and not JSON`, exchange)
    }
  }

  #observeError(exchange: Exchange): void {
    const { method, path, reply } = exchange
    this.errors += 1
    const where = `${method} ${path}, status ${reply.status}`
    const type = String(reply.headers['content-type'] ?? '')
    const isProblem = /^application\/problem\+json\b/i.test(type)
    this.#expect('mediaType', isProblem, `${where}: the Content-Type is ${type || 'missing'}`, exchange)
    const errors = findErrors(Problem, reply.json)
    this.#expect('members', errors.length === 0, `${where}: the problem is not valid: ${errors.join('; ')}`, exchange)
    const { status, type: problemType } = reply.json ?? {}
    const isText = typeof problemType === 'string'
    const isOfPlatform = !this.platformUrl || !isText || problemType.startsWith(`${this.platformUrl}/`)
    this.#expect('type', isOfPlatform, `${where}: the problem's type is ${problemType}`, exchange)
    if (typeof status !== 'number') return
    this.#expect('status', status === reply.status, `${where}: the member status is ${status}`, exchange)
  }

  #expect(name: ObservationName, isMet: boolean, text: string, exchange: Exchange): void {
    if (isMet) return
    const violations = this.#found.get(name) ?? []
    this.#found.set(name, violations)
    if (violations.length < MAX_PER_KIND) violations.push({ text, exchange })
  }
}
