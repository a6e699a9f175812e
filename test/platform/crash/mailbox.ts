import { PAGES, pageOf } from '../storage/crash-items.ts'

/** A mailbox behind a provider: it notes which pages it is asked for, and can hold its answers back. */
export class Mailbox {
  /** The pages it was asked for since its last change, in their order. */
  asked: number[] = []
  /** Which of its states it is in (`../storage/crash-items.ts`). */
  #pass = 0
  #gate: Promise<void> = Promise.resolve()

  change(pass: number): void {
    this.#pass = pass
    this.asked = []
  }

  /** From now on nothing is answered, until what it returns is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#gate = promise
    return resolve
  }

  /** A page as /sync/email answers it. */
  readonly answer = async ({ filter }: Record<string, unknown>) => {
    const page = Number((filter as { cursor?: string }).cursor ?? 0)
    this.asked.push(page)
    await this.#gate
    const items = pageOf(page, this.#pass)
    const next = page + 1 < PAGES ? { hasMore: true, cursor: String(page + 1) } : { hasMore: false }
    return { items, pagination: { ...next, pageSize: items.length } }
  }
}
