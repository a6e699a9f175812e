import type { Client, Exchange, ProviderRequest, Reply } from './client.ts'
import { NoReplyError } from './client.ts'

/** Something that a rule found wrong, and the exchange in which it was seen. */
export interface Violation {
  text: string
  exchange?: Exchange
}

/** Thrown by `Check.skip`. */
export class Skipped extends Error {}

/** Thrown by `Check.require`: nothing further can be checked. */
class Stopped extends Error {}

/** Further violations of a rule are counted and not recorded. */
const MAX_VIOLATIONS = 10

/** One run of a rule: sends its requests and records what is wrong. */
export class Check {
  readonly violations: Violation[] = []
  /** Violations beyond those that are recorded. */
  furtherViolations = 0
  /** What the rule has written at the vendor, for whoever removes it. */
  readonly made: string[] = []
  readonly #client: Client
  readonly #observe: (exchange: Exchange) => void
  #last: Exchange | undefined

  constructor(client: Client, observe: (exchange: Exchange) => void) {
    this.#client = client
    this.#observe = observe
  }

  /** Sends a request. No response is a violation, and ends the rule. */
  async send(request: ProviderRequest): Promise<Reply> {
    try {
      this.#last = await this.#client.send(request)
    } catch (error) {
      if (!(error instanceof NoReplyError)) throw error
      this.#last = undefined
      const { method = 'POST', path } = request
      return this.fail(`${method} ${path}: ${error.message}`)
    }
    this.#observe(this.#last)
    return this.#last.reply
  }

  /** Like `send`, but a request that was sent before is not sent again: its response is in `memory`, by this name. */
  async recall(memory: Map<string, Exchange>, name: string, request: ProviderRequest): Promise<Reply> {
    const remembered = memory.get(name)
    this.#last = remembered
    if (remembered) return remembered.reply
    const reply = await this.send(request)
    if (this.#last) memory.set(name, this.#last)
    return reply
  }

  /** Records a violation unless the condition is met. Returns whether it is. */
  expect(isMet: boolean, violation: string, exchange: Exchange | undefined = this.#last): boolean {
    if (isMet) return true
    if (this.violations.length >= MAX_VIOLATIONS) this.furtherViolations += 1
    else this.violations.push(exchange ? { text: violation, exchange } : { text: violation })
    return false
  }

  /** Like `expect`, and ends the rule if the condition is not met. */
  require(isMet: boolean, violation: string): void {
    if (!isMet) this.fail(violation)
  }

  /** Records a violation and ends the rule. */
  fail(violation: string): never {
    this.expect(false, violation)
    throw new Stopped()
  }

  /** Ends the rule: what it is about was not there. It is not reported as passed, unless something was wrong before. */
  skip(reason: string): never {
    throw new Skipped(reason)
  }

  /** Runs a rule. Returns the reason for which it could not be run, if any. */
  async finish(run: (check: Check) => Promise<void>): Promise<string | undefined> {
    try {
      await run(this)
      return undefined
    } catch (error) {
      if (error instanceof Skipped) return error.message
      if (error instanceof Stopped) return undefined
      throw error
    }
  }
}
