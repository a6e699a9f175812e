import { CredentialsExpiredError, ProviderError } from '../../../src/kit/errors.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { forEachConcurrently } from '../../../src/runtime/concurrency.ts'
import { MAX_CONCURRENT_REQUESTS } from './client.ts'

/** The results of the items that succeeded, in order, and a warning for each that failed. */
export interface PartialResults<Result> {
  results: Result[]
  warnings: string[]
}

/**
 * Fetches several items concurrently. A warning with its label names each item that failed. If none succeeded because of
 * an error that concerns the whole org, that error is thrown: only rules of the error table that say so concern a single
 * item, so no other error results in an empty page. After a rate limit or timeout no further item is fetched. Errors for
 * which `isFatal` is true are thrown immediately.
 */
export async function collectResults<Item, Result>(
  items: readonly Item[],
  toLabel: (item: Item) => string,
  fetchItem: (item: Item) => Promise<Result>,
  isFatal: (error: unknown) => boolean = () => false,
): Promise<PartialResults<Result>> {
  const results: { index: number; result: Result }[] = []
  const failures: { index: number; error: ProviderError }[] = []
  let stopError: ProviderError | undefined
  await forEachConcurrently(MAX_CONCURRENT_REQUESTS, items.entries(), async ([index, item]) => {
    try {
      if (stopError) throw stopError
      results.push({ index, result: await fetchItem(item) })
    } catch (error) {
      if (isFatal(error)) throw error
      const failure = requireRecoverable(error)
      if (isExhausted(failure)) stopError = failure
      failures.push({ index, error: failure })
    }
  })
  const [globalError] = failures.map(({ error }) => error).filter((error) => !concernsItem(error))
  if (results.length === 0 && globalError) throw stopError ?? globalError
  return {
    results: results.sort(byIndex).map(({ result }) => result),
    warnings: failures.sort(byIndex).map(({ index, error }) => `${toLabel(items[index] as Item)}: ${error.message}`),
  }
}

/** Expired credentials and programming errors fail the whole request. */
function requireRecoverable(error: unknown): ProviderError {
  if (!(error instanceof ProviderError) || error instanceof CredentialsExpiredError) throw error
  return error
}

/** Whether a rate limit or the time budget is exhausted, so that further requests would fail as well. */
export function isExhausted(error: ProviderError): boolean {
  return error instanceof VendorError && (error.class === 'rate-limited' || error.reasons.includes('out-of-time'))
}

/** Whether the error concerns only one object or record, so that others may be fetched. */
export function concernsItem(error: unknown): boolean {
  return error instanceof VendorError && error.concernsItem
}

function byIndex(first: { index: number }, second: { index: number }): number {
  return first.index - second.index
}
