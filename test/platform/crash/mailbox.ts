import { PAGES, pageOf } from '../storage/crash/mailbox.ts'

/** A mailbox of a provider, which records the requested pages and can delay its responses. */
export class FakeMailbox {
  /** The pages that were requested since the last change, in order. */
  requestedPages: number[] = []
  /** The state of the mailbox (`../storage/crash/mailbox.ts`). */
  #pass = 0
  #gate: Promise<void> = Promise.resolve()

  change(pass: number): void {
    this.#pass = pass
    this.requestedPages = []
  }

  /** Delays all further responses until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#gate = promise
    return resolve
  }

  /** Returns a page in the form of /sync/email. */
  readonly respond = async ({ filter }: Record<string, unknown>) => {
    const page = Number((filter as { cursor?: string }).cursor ?? 0)
    this.requestedPages.push(page)
    await this.#gate
    const items = pageOf(page, this.#pass)
    const next = page + 1 < PAGES ? { hasMore: true, cursor: String(page + 1) } : { hasMore: false }
    return { items, pagination: { ...next, pageSize: items.length } }
  }
}
