import { CredentialsExpiredError, ProviderError } from '../../../src/kit/errors.ts'
import { type ErrorClass, VendorError } from '../../../src/kit/vendor-errors.ts'
import { forEachConcurrently } from '../../../src/runtime/concurrency.ts'
import { MAX_CONCURRENT_REQUESTS } from './client.ts'

/** What could be read of several things, in their order, and a warning for each that could not. */
export interface PartialResults<Result> {
  results: Result[]
  warnings: string[]
}

/** Refusals that say something about one object only; the others stand for the whole org. */
const ITEM_ERRORS: readonly ErrorClass[] = ['not-found', 'scope-required', 'invalid-request']

/**
 * Reads several things at once. One that fails is named, by `words`, and the rest arrives; when nothing could be read
 * and that is no matter of single objects, the error is thrown. Once Salesforce wants to be left alone, nothing
 * further is asked. `ends` tells errors that are to be thrown at once.
 */
export async function collectResults<Part, Result>(
  parts: readonly Part[],
  words: (part: Part) => string,
  read: (part: Part) => Promise<Result>,
  ends: (error: unknown) => boolean = () => false,
): Promise<PartialResults<Result>> {
  const results: { index: number; result: Result }[] = []
  const failures: { index: number; error: ProviderError }[] = []
  let end: ProviderError | undefined
  await forEachConcurrently(MAX_CONCURRENT_REQUESTS, parts.entries(), async ([index, part]) => {
    try {
      if (end) throw end
      results.push({ index, result: await read(part) })
    } catch (error) {
      if (ends(error)) throw error
      const failure = requireRecoverable(error)
      if (isExhausted(failure)) end = failure
      failures.push({ index, error: failure })
    }
  })
  const general = failures.map(({ error }) => error).filter(isGlobal)
  if (results.length === 0 && general[0]) throw end ?? general[0]
  return {
    results: results.sort(byIndex).map(({ result }) => result),
    warnings: failures.sort(byIndex).map(({ index, error }) => `${words(parts[index] as Part)}: ${error.message}`),
  }
}

/** Dead credentials and faults of ours end the request. */
function requireRecoverable(error: unknown): ProviderError {
  if (!(error instanceof ProviderError) || error instanceof CredentialsExpiredError) throw error
  return error
}

/** A limit, or the end of the time a request may take: nothing further will go better. */
export function isExhausted(error: ProviderError): boolean {
  return error instanceof VendorError && (error.class === 'rate-limited' || error.reasons.includes('out-of-time'))
}

function isGlobal(error: ProviderError): boolean {
  return !(error instanceof VendorError) || !ITEM_ERRORS.includes(error.class)
}

function byIndex(one: { index: number }, other: { index: number }): number {
  return one.index - other.index
}
