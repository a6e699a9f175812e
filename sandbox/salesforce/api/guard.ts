import type { Answer } from '../../core/answers.ts'
import type { Call } from '../../core/call.ts'
import { Refusal } from '../../core/origin.ts'
import type { Route } from '../../core/router.ts'
import { errorAnswer } from '../error-form.ts'
import { refuse } from '../errors.ts'
import type { Usage } from '../org/usage.ts'
import { ParserFailure, RecordFailure } from '../records/failure.ts'
import type { Salesforce } from '../salesforce.ts'
import { openSession, type Session } from './session.ts'
import { checkSize } from './size.ts'

/** One resource of the data API. */
export interface Resource {
  method: string
  /** Below `/services/data/vXX.0`. */
  path: string
  handle(session: Session, call: Call): Answer | Promise<Answer>
}

const API = 'data'

/** The route of a resource: is the request well-formed, who calls, is there room for him; then the resource itself. */
export function apiRoute(salesforce: Salesforce, { method, path, handle }: Resource): Route {
  return {
    method,
    pattern: `/services/data/:version${path}`,
    api: API,
    handle: async (call) => {
      checkSize(call)
      const session = openSession(salesforce, call)
      const answer = await answered(async () => {
        // Parts of a composite request belong to the call around them: it has paid, and it holds the transaction.
        if (call.part) return handle(session, call)
        while (session.org.transaction) await session.org.transaction
        takePlace(session, call)
        return handle(session, call)
      })
      return withUsage(session.org.usage, answer)
    },
  }
}

function takePlace({ salesforce, org, account }: Session, call: Call): void {
  const { stage, settings } = salesforce
  if (stage.ledger.inFlight(account.email, API) > settings.concurrentRequests) refuse('concurrentLimitExceeded')
  if (!org.usage.spend()) refuse('requestLimitExceeded')
  call.units += 1
}

/** Every way in which a resource says no, as an answer. */
async function answered(step: () => Promise<Answer>): Promise<Answer> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof Refusal) return error.answer
    if (error instanceof RecordFailure) return errorAnswer(error.status, ...error.errors)
    if (error instanceof ParserFailure) {
      return errorAnswer(400, { errorCode: 'JSON_PARSER_ERROR', message: error.message })
    }
    throw error
  }
}

/** Every answer tells how many calls the org has left; one that is for no org tells nothing. */
export function withUsage(usage: Usage | undefined, answer: Answer): Answer {
  if (!usage) return answer
  const info = { 'sforce-limit-info': `api-usage=${usage.used}/${usage.limit}` }
  return { ...answer, headers: { ...info, ...answer.headers } }
}
