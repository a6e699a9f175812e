import { CredentialsExpiredError, ProviderError } from '../../../src/kit/errors.ts'
import { inParallel } from '../../../src/kit/parallel.ts'
import { type ErrorClass, VendorError } from '../../../src/kit/vendor-errors.ts'
import { WIDTH } from './client.ts'

/** What could be read of several things, in their order, and a warning for each that could not. */
export interface PartsRead<Result> {
  results: Result[]
  warnings: string[]
}

/** Refusals that say something about one object only; the others stand for the whole org. */
const OF_ONE_PART: readonly ErrorClass[] = ['not-found', 'scope-required', 'invalid-request']

/**
 * Reads several things at once. One that fails is named, by `words`, and the rest arrives; when nothing could be read
 * and that is no matter of single objects, the error is thrown. Once Salesforce wants to be left alone, nothing
 * further is asked. `ends` tells errors that are to be thrown at once.
 */
export async function readParts<Part, Result>(
  parts: readonly Part[],
  words: (part: Part) => string,
  read: (part: Part) => Promise<Result>,
  ends: (error: unknown) => boolean = () => false,
): Promise<PartsRead<Result>> {
  const results: { index: number; result: Result }[] = []
  const failures: { index: number; error: ProviderError }[] = []
  let end: ProviderError | undefined
  await inParallel(WIDTH, parts.entries(), async ([index, part]) => {
    try {
      if (end) throw end
      results.push({ index, result: await read(part) })
    } catch (error) {
      if (ends(error)) throw error
      const failure = requireOrdinary(error)
      if (isEnd(failure)) end = failure
      failures.push({ index, error: failure })
    }
  })
  const general = failures.map(({ error }) => error).filter(isGeneral)
  if (results.length === 0 && general[0]) throw end ?? general[0]
  return {
    results: results.sort(byIndex).map(({ result }) => result),
    warnings: failures.sort(byIndex).map(({ index, error }) => `${words(parts[index] as Part)}: ${error.message}`),
  }
}

/** Dead credentials and faults of ours end the request. */
function requireOrdinary(error: unknown): ProviderError {
  if (!(error instanceof ProviderError) || error instanceof CredentialsExpiredError) throw error
  return error
}

/** A limit, or the end of the time a request may take: nothing further will go better. */
export function isEnd(error: ProviderError): boolean {
  return error instanceof VendorError && (error.class === 'rate-limited' || error.reasons.includes('out-of-time'))
}

function isGeneral(error: ProviderError): boolean {
  return !(error instanceof VendorError) || !OF_ONE_PART.includes(error.class)
}

function byIndex(one: { index: number }, other: { index: number }): number {
  return one.index - other.index
}
