import type { Call, Settings } from '../application.ts'
import { Budget } from '../budget.ts'
import { VendorError } from '../vendor-errors.ts'
import { mayExist, withRemains } from './problems.ts'

/** With these errors nothing was sent, because there was no connection. */
const NOTHING_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']

/** What is made. */
export interface Creation {
  vendor: string
  /** Name of the document, by which a person finds it. */
  name: string
}

/**
 * Makes something that must not be made twice. `send` calls `begin` right before the bytes go out, and sends the request
 * with `retryable: 'refused'`. If it is unknown whether the vendor has made it (no response, or a 500, 502 or 504), the
 * error says that it may exist, with its name. All other errors pass through.
 */
export async function makeOnce<Result>(
  { name, vendor }: Creation,
  send: (begin: () => void) => Promise<Result>,
): Promise<Result> {
  let hasBegun = false
  try {
    return await send(() => {
      hasBegun = true
    })
  } catch (error) {
    throw hasBegun && isInDoubt(error) ? mayExist(name, vendor, error) : error
  }
}

/** A 503 is a refusal. */
function isInDoubt(error: unknown): boolean {
  if (!(error instanceof VendorError)) return false
  return (
    error.class === 'unavailable' && error.status !== 503 && !NOTHING_SENT.some((code) => error.reasons.includes(code))
  )
}

/** Time for removing what is incomplete, beyond that of the request (ms). */
const REMOVAL_BUDGET_MS = 5_000

/** The call for removing what is incomplete: with a few seconds of its own, because those of the request may be used up. */
export function toRemovalCall<S extends Settings>(call: Call<S>): Call<S> {
  return { ...call, budget: new Budget(REMOVAL_BUDGET_MS, call.clock) }
}

/**
 * Completes a document that was just made. If `work` fails, `remove` moves the document to the trash; it gets the call of
 * `toRemovalCall`. If that fails too, the error names the document, with its `url` if there is one.
 */
export async function completeOrRemove<Result, S extends Settings>(
  call: Call<S>,
  { name, url }: { name: string; url?: string | undefined },
  work: () => Promise<Result>,
  remove: (call: Call<S>) => Promise<unknown>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    try {
      await remove(toRemovalCall(call))
    } catch (removalError) {
      call.log.warn({ err: removalError }, 'an incomplete document could not be removed')
      throw withRemains(error, name, url)
    }
    throw error
  }
}
