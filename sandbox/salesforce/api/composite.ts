import { createRequest, type HttpRequest } from '../../core/http/request.ts'
import type { HttpResponse } from '../../core/http/responses.ts'
import { recordError } from '../records/errors.ts'
import { jsonResponse } from '../responses.ts'
import { parseBody } from './body.ts'
import type { Resource } from './guard.ts'
import { resolveReferences, resolveTextReferences, UnresolvedReferenceError } from './references.ts'
import type { Session } from './session.ts'

/** Handles one subrequest of a composite request. */
export type HandlePart = (part: HttpRequest) => Promise<HttpResponse>

interface Subrequest {
  readonly method: string
  readonly url: string
  readonly referenceId: string
  readonly body?: unknown
  readonly httpHeaders?: Readonly<Record<string, string>>
}

interface Subresponse {
  readonly body: unknown
  readonly httpHeaders: Readonly<Record<string, string>>
  readonly httpStatusCode: number
  readonly referenceId: string | null
}

const MAX_SUBREQUESTS = 25
const MAX_LARGE_SUBREQUESTS = 5
const LARGE = /\/(query(All)?|composite\/sobjects)(\/|\?|$)/
const REFERENCE_ID = /^[A-Za-z0-9][A-Za-z0-9_]*$/
const ROLLED_BACK_MESSAGE = 'The transaction was rolled back since another operation in the same transaction failed.'

/** "Composite": up to 25 subrequests, where later ones may refer to the results of earlier ones. */
export function compositeResource(handlePart: HandlePart): Resource {
  return {
    method: 'POST',
    path: '/composite',
    handle: (session, request) => composite(session, request, handlePart),
  }
}

async function composite(session: Session, request: HttpRequest, handlePart: HandlePart): Promise<HttpResponse> {
  const { compositeRequest, allOrNone } = parseBody(request)
  const subrequests = Array.isArray(compositeRequest) ? (compositeRequest as Subrequest[]) : []
  const excess = checkLimits(subrequests)
  if (excess !== undefined) return jsonResponse({ compositeResponse: [haltedResponse(null, 'LIMIT_EXCEEDED', excess)] })
  checkReferenceIds(subrequests)
  const run = (subrequest: Subrequest, results: Results) => runPart(request, subrequest, results, handlePart)
  const responses = allOrNone === true ? await runAllOrNone(session, subrequests, run) : await runEach(subrequests, run)
  return jsonResponse({ compositeResponse: responses })
}

/** Returns the error message when a limit is exceeded. */
function checkLimits(subrequests: readonly Subrequest[]): string | undefined {
  if (subrequests.length > MAX_SUBREQUESTS) return `The request can’t contain more than ${MAX_SUBREQUESTS} operations.`
  const large = subrequests.filter(({ url }) => LARGE.test(url)).length
  if (large <= MAX_LARGE_SUBREQUESTS) return undefined
  return `The request can’t contain more than ${MAX_LARGE_SUBREQUESTS} query or sObject Collections operations.`
}

function checkReferenceIds(subrequests: readonly Subrequest[]): void {
  const seen = new Set<string>()
  for (const { referenceId } of subrequests) {
    if (!REFERENCE_ID.test(referenceId ?? '')) {
      const rule = 'must start with a letter or a number, and it can contain only letters, numbers and underscores'
      throw recordError('INVALID_INPUT', `Provided referenceId ('${referenceId}') ${rule} ('_').`)
    }
    if (seen.has(referenceId)) throw recordError('INVALID_INPUT', `Duplicate referenceId: ${referenceId}`)
    seen.add(referenceId)
  }
}

/** Response bodies of the successful subrequests, by reference id. */
type Results = Map<string, unknown>
type RunPart = (subrequest: Subrequest, results: Results) => Promise<Subresponse>

async function runEach(subrequests: readonly Subrequest[], run: RunPart): Promise<Subresponse[]> {
  const results: Results = new Map()
  const responses: Subresponse[] = []
  for (const subrequest of subrequests) responses.push(await run(subrequest, results))
  return responses
}

/** Rolls everything back at the first failure. Other requests to the org wait until the transaction has ended. */
async function runAllOrNone(
  { org }: Session,
  subrequests: readonly Subrequest[],
  run: RunPart,
): Promise<Subresponse[]> {
  const { promise, resolve: end } = Promise.withResolvers<void>()
  org.transaction = promise
  const savepoint = org.database.savepoint()
  let complete = false
  try {
    const { responses, failed } = await runUntilFailure(subrequests, run)
    complete = failed === undefined
    if (!failed) return responses
    return subrequests.map(({ referenceId }) =>
      referenceId === failed.referenceId
        ? failed
        : haltedResponse(referenceId, 'PROCESSING_HALTED', ROLLED_BACK_MESSAGE),
    )
  } finally {
    if (complete) savepoint.release()
    else savepoint.rollback()
    org.transaction = undefined
    end()
  }
}

async function runUntilFailure(subrequests: readonly Subrequest[], run: RunPart) {
  const results: Results = new Map()
  const responses: Subresponse[] = []
  for (const subrequest of subrequests) {
    const response = await run(subrequest, results)
    responses.push(response)
    if (response.httpStatusCode >= 400) return { responses, failed: response }
  }
  return { responses, failed: undefined }
}

async function runPart(
  request: HttpRequest,
  subrequest: Subrequest,
  results: Results,
  handlePart: HandlePart,
): Promise<Subresponse> {
  const { referenceId } = subrequest
  try {
    const response = await handlePart(toPartRequest(request, subrequest, results))
    const { status } = response
    const body = toBodyJson(response)
    if (status < 400) results.set(referenceId, body)
    const { location } = response.headers
    return { body, httpHeaders: location ? { Location: location } : {}, httpStatusCode: status, referenceId }
  } catch (error) {
    if (error instanceof UnresolvedReferenceError)
      return haltedResponse(referenceId, 'PROCESSING_HALTED', error.message)
    throw error
  }
}

/** A response that was replaced by a fault need not be JSON. */
function toBodyJson({ body, headers }: HttpResponse): unknown {
  if (body.length === 0) return null
  return headers['content-type']?.startsWith('application/json') ? JSON.parse(String(body)) : String(body)
}

/** A subrequest uses the session of the composite request and can only call paths of the data API. */
function toPartRequest(
  request: HttpRequest,
  { method, url, body, httpHeaders = {} }: Subrequest,
  results: Results,
): HttpRequest {
  const path = resolveTextReferences(url ?? '', results)
  const isApiPath = path.startsWith('/services/data/')
  const ownHeaders = Object.entries(httpHeaders).map(([name, value]) => [name.toLowerCase(), value])
  return createRequest({
    method,
    url: new URL(isApiPath ? path : '/services/data/unknown', request.url.origin),
    headers: { ...Object.fromEntries(ownHeaders), authorization: request.headers.authorization ?? '' },
    body: body === undefined ? '' : JSON.stringify(resolveReferences(body, results)),
    part: true,
  })
}

function haltedResponse(referenceId: string | null, errorCode: string, message: string): Subresponse {
  return { body: [{ errorCode, message }], httpHeaders: {}, httpStatusCode: 400, referenceId }
}
