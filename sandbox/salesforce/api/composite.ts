import { createRequest, type HttpRequest } from '../../core/http/request.ts'
import type { HttpResponse } from '../../core/http/responses.ts'
import { recordError } from '../records/errors.ts'
import { jsonResponse } from '../responses.ts'
import { parseBody } from './body.ts'
import type { Resource } from './guard.ts'
import { resolveReferences, resolveTextReferences, UnresolvedReferenceError } from './references.ts'
import type { Session } from './session.ts'

/** Performs one part of a batch. */
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

const MAX_PARTS = 25
const MAX_LARGE_PARTS = 5
const LARGE = /\/(query(All)?|composite\/sobjects)(\/|\?|$)/
const REFERENCE_ID = /^[A-Za-z0-9][A-Za-z0-9_]*$/
const ROLLED_BACK_MESSAGE = 'The transaction was rolled back since another operation in the same transaction failed.'

/** "Composite": up to 25 calls in one, later ones built on the answers of earlier ones. */
export function compositeResource(perform: HandlePart): Resource {
  return { method: 'POST', path: '/composite', handle: (session, call) => composite(session, call, perform) }
}

async function composite(session: Session, request: HttpRequest, perform: HandlePart): Promise<HttpResponse> {
  const { compositeRequest, allOrNone } = parseBody(call)
  const requests = Array.isArray(compositeRequest) ? (compositeRequest as Subrequest[]) : []
  const excess = checkLimits(requests)
  if (excess !== undefined) return jsonResponse({ compositeResponse: [haltedResponse(null, 'LIMIT_EXCEEDED', excess)] })
  checkReferenceIds(requests)
  const runner = (request: Subrequest, answers: Results) => runPart(call, request, answers, perform)
  const responses = allOrNone === true ? await runAllOrNone(session, requests, runner) : await runEach(requests, runner)
  return jsonResponse({ compositeResponse: responses })
}

function checkLimits(requests: readonly Subrequest[]): string | undefined {
  if (requests.length > MAX_PARTS) return `The request can’t contain more than ${MAX_PARTS} operations.`
  const large = requests.filter(({ url }) => LARGE.test(url)).length
  if (large <= MAX_LARGE_PARTS) return undefined
  return `The request can’t contain more than ${MAX_LARGE_PARTS} query or sObject Collections operations.`
}

function checkReferenceIds(requests: readonly Subrequest[]): void {
  const seen = new Set<string>()
  for (const { referenceId } of requests) {
    if (!REFERENCE_ID.test(referenceId ?? '')) {
      const rule = 'must start with a letter or a number, and it can contain only letters, numbers and underscores'
      throw recordError('INVALID_INPUT', `Provided referenceId ('${referenceId}') ${rule} ('_').`)
    }
    if (seen.has(referenceId)) throw recordError('INVALID_INPUT', `Duplicate referenceId: ${referenceId}`)
    seen.add(referenceId)
  }
}

/** Bodies of the parts that succeeded, by reference id. */
type Results = Map<string, unknown>
type RunPart = (request: Subrequest, answers: Results) => Promise<Subresponse>

async function runEach(requests: readonly Subrequest[], run: RunPart): Promise<Subresponse[]> {
  const answers: Results = new Map()
  const responses: Subresponse[] = []
  for (const request of requests) responses.push(await run(request, answers))
  return responses
}

/** All or none: the first failure takes back everything, and nobody else's call comes in between. */
async function runAllOrNone({ org }: Session, requests: readonly Subrequest[], run: RunPart): Promise<Subresponse[]> {
  const { promise, resolve: end } = Promise.withResolvers<void>()
  org.transaction = promise
  const savepoint = org.database.savepoint()
  let complete = false
  try {
    const { responses, failed } = await runUntilFailure(requests, run)
    complete = failed === undefined
    if (!failed) return responses
    return requests.map(({ referenceId }) =>
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

async function runUntilFailure(requests: readonly Subrequest[], run: RunPart) {
  const answers: Results = new Map()
  const responses: Subresponse[] = []
  for (const request of requests) {
    const response = await run(request, answers)
    responses.push(response)
    if (response.httpStatusCode >= 400) return { responses, failed: response }
  }
  return { responses, failed: undefined }
}

async function runPart(
  request: HttpRequest,
  request: Subrequest,
  answers: Results,
  perform: HandlePart,
): Promise<Subresponse> {
  const { referenceId } = request
  try {
    const answer = await perform(toPartRequest(call, request, answers))
    const { status } = answer
    const body = toBodyJson(answer)
    if (status < 400) answers.set(referenceId, body)
    const { location } = answer.headers
    return { body, httpHeaders: location ? { Location: location } : {}, httpStatusCode: status, referenceId }
  } catch (error) {
    if (error instanceof UnresolvedReferenceError)
      return haltedResponse(referenceId, 'PROCESSING_HALTED', error.message)
    throw error
  }
}

/** What a fault has put in the place of an answer need not be JSON. */
function toBodyJson({ body, headers }: HttpResponse): unknown {
  if (body.length === 0) return null
  return headers['content-type']?.startsWith('application/json') ? JSON.parse(String(body)) : String(body)
}

/** A part speaks for the same session; only paths of the API can be called, none of them for bytes. */
function toPartRequest(
  request: HttpRequest,
  { method, url, body, httpHeaders = {} }: Subrequest,
  answers: Results,
): HttpRequest {
  const path = resolveTextReferences(url ?? '', answers)
  const known = path.startsWith('/services/data/')
  const own = Object.entries(httpHeaders).map(([name, value]) => [name.toLowerCase(), value])
  return createRequest({
    method,
    url: new URL(known ? path : '/services/data/unknown', call.url.origin),
    headers: { ...Object.fromEntries(own), authorization: call.headers.authorization ?? '' },
    body: body === undefined ? '' : JSON.stringify(resolveReferences(body, answers)),
    part: true,
  })
}

function haltedResponse(referenceId: string | null, errorCode: string, message: string): Subresponse {
  return { body: [{ errorCode, message }], httpHeaders: {}, httpStatusCode: 400, referenceId }
}
