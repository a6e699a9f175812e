import { createRequest, type HttpRequest } from '../../core/http/request.ts'
import type { HttpResponse } from '../../core/http/responses.ts'
import type { Route } from '../../core/http/router.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import type { MicrosoftState } from '../state.ts'
import { requireToken } from './authenticate.ts'
import { type BatchRequest, parseBatch } from './batch-parser.ts'
import { ConcurrencyLimiter } from './concurrency-limiter.ts'
import { ERRORS } from './errors.ts'
import { createFail } from './guard.ts'
import { errorResponse, graphResponse } from './responses.ts'

/** Handles one request of a batch. */
type HandlePart = (part: HttpRequest) => Promise<HttpResponse>

/** https://learn.microsoft.com/graph/json-batching */
export function batchRoute(microsoft: MicrosoftState, handlePart: HandlePart): Route {
  const handle = async (request: HttpRequest): Promise<HttpResponse> => {
    const fail = createFail(microsoft, request)
    requireToken(microsoft, request, fail)
    const responses = await executeAll(microsoft, request, parseBatch(request, fail), handlePart)
    // Graph returns the responses in any order; clients must match them by id.
    return graphResponse({ responses: responses.reverse() }, request)
  }
  return { method: 'POST', pattern: '/v1.0/$batch', handle }
}

/** Runs the requests with limited concurrency, each after its dependencies. Dependents of a failed request do not run. */
function executeAll(
  microsoft: MicrosoftState,
  outer: HttpRequest,
  batchRequests: readonly BatchRequest[],
  handlePart: HandlePart,
): Promise<object[]> {
  const limiter = new ConcurrencyLimiter(microsoft.settings.batchParallelism)
  const pending = new Map<string, Promise<HttpResponse>>()
  const execute = async (batchRequest: BatchRequest) => {
    const dependencies = await Promise.all(batchRequest.dependsOn.map((id) => pending.get(id.toLowerCase())))
    const failed = dependencies.some((response) => response === undefined || response.status >= 400)
    if (failed) return errorResponse(ERRORS.failedDependency, outer, microsoft.clock.now())
    return limiter.run(() => handlePart(toPartRequest(outer, batchRequest)))
  }
  const partResponses = batchRequests.map(async (batchRequest) => {
    const response = execute(batchRequest)
    pending.set(batchRequest.id.toLowerCase(), response)
    return { id: batchRequest.id, ...toPartResponse(await response) }
  })
  return Promise.all(partResponses)
}

/** A part inherits only the authorization of the batch; preferences must be sent with each part. */
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

/** The headers that a part's response shows, with the spelling of the vendor. */
const RESPONSE_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'Cache-Control',
  'content-type': 'Content-Type',
  'odata-version': 'OData-Version',
  'preference-applied': 'Preference-Applied',
  'retry-after': 'Retry-After',
  'www-authenticate': 'WWW-Authenticate',
}

function toPartResponse({ status, headers, body }: HttpResponse): object {
  const shownHeaders = Object.entries(headers).flatMap(([name, value]) => {
    const spelling = RESPONSE_HEADERS[name]
    return spelling ? [[spelling, value]] : []
  })
  const text = Buffer.from(body as string).toString('utf8')
  const isJson = headers['content-type']?.startsWith('application/json')
  // Any body that is not JSON is returned in base64.
  const content = () => (isJson ? JSON.parse(text) : Buffer.from(text).toString('base64'))
  return omitUndefined({
    status,
    headers: Object.fromEntries(shownHeaders),
    body: text === '' ? undefined : content(),
  })
}
