import { omitUndefined } from '../../src/runtime/omit.ts'

/** Why a page was not fetched. The message is for logs and contains no part of the page. */
export class FetchFailure extends Error {
  /** Whether a later attempt may succeed. */
  readonly isTemporary: boolean
  /** How long the server asks to wait (ms). */
  readonly retryAfter?: number

  constructor(message: string, { isTemporary, retryAfter, cause }: FetchFailureOptions) {
    super(message, { cause })
    this.name = 'FetchFailure'
    this.isTemporary = isTemporary
    Object.assign(this, omitUndefined({ retryAfter }))
  }
}

interface FetchFailureOptions {
  isTemporary: boolean
  retryAfter?: number | undefined
  cause?: unknown
}

/** The address must not be fetched: it is not on the open web. */
export const refused = (message: string) => new FetchFailure(message, { isTemporary: false })
