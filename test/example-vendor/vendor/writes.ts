import { type ProblemItem, UNKNOWN_OUTCOME } from '../../../src/contract/index.ts'
import { CredentialsExpiredError, PartialFailureError, ProviderError } from '../../../src/kit/errors.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'

/** An item of a request, and how it is written. */
export interface Write {
  /** The JSON pointer to the item in the request. */
  pointer: string
  /** Whether it exists at Beacon already, so that it can be sent again. */
  isUpdate: boolean
  /** Sends the item, and calls `begin` right before. Resolves to its id at Beacon. */
  send: (begin: () => void) => Promise<string>
}

/** What became of the items of a request. */
export interface WriteResult {
  /** The ids at Beacon, in the order of the request; undefined for an item that was not written. */
  ids: (string | undefined)[]
  /** Why items were not written. */
  problems: ProblemItem[]
  /** An error that concerns all items, so that those after it were not sent. */
  stopError?: ProviderError
}

/**
 * Writes the items one after the other. One that is refused does not prevent the others; after any other error they are not
 * sent. Throws that error if nothing was sent before, so that the platform repeats the request according to it.
 */
export async function writeEach(writes: readonly Write[]): Promise<WriteResult> {
  const result: WriteResult = { ids: [], problems: [] }
  for (const { pointer, isUpdate, send } of writes) {
    if (result.stopError) {
      result.ids.push(undefined)
      result.problems.push({ pointer, detail: 'was not sent, because of the error before it.' })
      continue
    }
    let hasBegun = false
    const begin = () => {
      hasBegun = true
    }
    try {
      result.ids.push(await send(begin))
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      const isUnknown = hasBegun && isInDoubt(error)
      const isRefused = isRefusal(error)
      if (result.ids.length === 0 && !isUnknown && !isRefused) throw error
      result.ids.push(undefined)
      result.problems.push(isUnknown ? toUnknown(pointer, isUpdate) : { pointer, detail: error.message })
      if (!isRefused) result.stopError = error
    }
  }
  return result
}

/** Whether the error concerns only the item that was sent. */
function isRefusal(error: ProviderError): boolean {
  return error instanceof VendorError && (error.class === 'invalid-request' || error.concernsItem)
}

/** Whether Beacon may have done what was sent: it did not respond, or with a 5xx. A 503 is a refusal. */
function isInDoubt(error: ProviderError): boolean {
  if (!(error instanceof VendorError) || error.class !== 'unavailable' || error.status === 503) return false
  const { status = 0 } = (error.cause ?? {}) as { status?: number }
  return status < 400 || status >= 500
}

/** With this code, the platform does not create the item again unless a person says so. */
function toUnknown(pointer: string, isUpdate: boolean): ProblemItem {
  const detail = isUpdate
    ? 'Beacon did not confirm that this was changed. It can be sent again.'
    : 'Beacon did not confirm that this was created. It may exist: look for it before you send it again.'
  return { pointer, detail, code: UNKNOWN_OUTCOME }
}

/**
 * The error of a request of which some items were not written. `extensions` is the response with the ids of the others: the
 * platform then does not create those again. Expired credentials remain a CredentialsExpiredError, so that the person
 * has to connect again.
 */
export function toFailure(
  { ids, problems, stopError }: WriteResult,
  extensions: Record<string, unknown>,
): ProviderError {
  if (stopError instanceof CredentialsExpiredError) {
    const options = { ...stopError.options, errors: problems, extensions }
    return new CredentialsExpiredError(stopError.message, options, stopError.recoverable)
  }
  return new PartialFailureError(
    `${problems.length} of ${ids.length} were not written; the errors name each of them.`,
    problems,
    extensions,
  )
}
