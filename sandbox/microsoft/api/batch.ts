import { createRequest, type HttpRequest } from '../../core/http/request.ts'
import type { HttpResponse } from '../../core/http/responses.ts'
import type { Route } from '../../core/http/router.ts'
import type { MicrosoftState } from '../state.ts'
import { type BatchRequest, parseBatch } from './batch-parser.ts'
import { ConcurrencyLimiter } from './concurrency-limiter.ts'
import { ERRORS } from './errors.ts'
import { authenticate, createFail } from './guard.ts'
import { errorResponse, graphResponse } from './responses.ts'

/** Lives the life of one part. */
type HandlePart = (call: HttpRequest) => Promise<HttpResponse>

/** https://learn.microsoft.com/graph/json-batching */
export function batchRoute(microsoft: MicrosoftState, perform: HandlePart): Route {
  const handle = async (call: HttpRequest): Promise<HttpResponse> => {
    const fail = createFail(microsoft, call)
    authenticate(microsoft, call, fail)
    const requests = parseBatch(call, fail)
    const answers = await executeAll(microsoft, call, requests, perform)
    // Answers come in any order; only the ids say which is which.
    return graphResponse({ responses: answers.reverse() }, call)
  }
  return { method: 'POST', pattern: '/v1.0/$batch', handle }
}

/** A few at a time, each after those it depends on; what depends on a failed one is not even tried. */
function executeAll(
  microsoft: MicrosoftState,
  call: HttpRequest,
  requests: readonly BatchRequest[],
  perform: HandlePart,
): Promise<object[]> {
  const lanes = new ConcurrencyLimiter(microsoft.settings.batchParallelism)
  const answers = new Map<string, Promise<HttpResponse>>()
  const performed = async (request: BatchRequest) => {
    const earlier = await Promise.all(request.dependsOn.map((id) => answers.get(id.toLowerCase())))
    const failed = earlier.some((answer) => answer === undefined || answer.status >= 400)
    if (failed) return errorResponse(ERRORS.failedDependency, call, microsoft.clock.now())
    return lanes.run(() => perform(toPartRequest(call, request)))
  }
  const responses = requests.map(async (request) => {
    const answer = performed(request)
    answers.set(request.id.toLowerCase(), answer)
    return { id: request.id, ...toPartResponse(await answer) }
  })
  return Promise.all(responses)
}

/** A part inherits who calls, and nothing else: preferences have to be sent with each of them. */
function toPartRequest(outer: HttpRequest, { method, url, headers, body }: BatchRequest): HttpRequest {
  const { authorization = '' } = outer.headers
  const path = url.startsWith('/') ? url : `/${url}`
  return createRequest({
    method,
    url: new URL(`/v1.0${path}`, outer.url),
    headers: { authorization, ...headers },
    body: body === undefined ? '' : JSON.stringify(body),
    part: true,
  })
}

const RESPONSE_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'Cache-Control',
  'content-type': 'Content-Type',
  'odata-version': 'OData-Version',
  'preference-applied': 'Preference-Applied',
  'retry-after': 'Retry-After',
  'www-authenticate': 'WWW-Authenticate',
}

function toPartResponse({ status, headers, body }: HttpResponse): object {
  const told = Object.entries(headers).flatMap(([name, value]) =>
    RESPONSE_HEADERS[name] ? [[RESPONSE_HEADERS[name], value]] : [],
  )
  const text = Buffer.from(body as string).toString('utf8')
  const isJson = headers['content-type']?.startsWith('application/json')
  // What is not JSON comes in base64.
  const content = isJson ? JSON.parse(text) : Buffer.from(text).toString('base64')
  return { status, headers: Object.fromEntries(told), ...(text === '' ? {} : { body: content }) }
}
