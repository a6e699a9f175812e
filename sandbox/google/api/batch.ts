import { randomBytes } from 'node:crypto'
import { createRequest, type HttpRequest } from '../../core/http/request.ts'
import { HttpError, type HttpResponse } from '../../core/http/responses.ts'
import type { Route } from '../../core/http/router.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { type BatchPart, parseBatch } from './batch-parser.ts'
import { getService, type Service, toErrorResponse } from './responses.ts'

export interface BatchOptions {
  service: Service
  pattern: string
  maxCalls: number
  handlePart(request: HttpRequest): Promise<HttpResponse>
}

/** Batches of up to this many parts are processed a few parts at a time; larger ones exceed the limit of concurrent requests. */
const MAX_PACED_PARTS = 50
const PACED_CONCURRENCY = 5

/** https://developers.google.com/workspace/gmail/api/guides/batch */
export function createBatchRoute({ service, pattern, maxCalls, handlePart }: BatchOptions): Route {
  const handle = async (request: HttpRequest): Promise<HttpResponse> => {
    const parts = parseBatch(request.headers['content-type'] ?? '', request.body.toString('utf8'))
    if (!parts) {
      return toBatchErrorResponse(request, 'Failed to parse batch request, error: missing or broken multipart body.')
    }
    if (parts.length > maxCalls) {
      const message = `Inner request count exceeds the limit. Received: ${parts.length}, Limit: ${maxCalls}`
      return toBatchErrorResponse(request, message)
    }
    const partRequests = parts.map((part) => toPartRequest(request, part, service))
    const concurrency = parts.length > MAX_PACED_PARTS ? parts.length : PACED_CONCURRENCY
    return toMultipartResponse(parts, await mapConcurrently(partRequests, concurrency, handlePart))
  }
  return { method: 'POST', pattern, handle }
}

/** A part inherits the batch's Authorization header unless it has one of its own. */
function toPartRequest(
  batch: HttpRequest,
  { method, target, headers, body }: BatchPart,
  service: Service,
): HttpRequest {
  if (!target.startsWith(`/${service}/`)) {
    throw new HttpError(toBatchErrorResponse(batch, `Only paths of this API are taken in a batch: ${target}`))
  }
  return createRequest({
    method,
    url: new URL(target, batch.url),
    headers: omitUndefined({ authorization: batch.headers.authorization, ...headers }),
    body,
    part: true,
  })
}

async function mapConcurrently(
  requests: readonly HttpRequest[],
  concurrency: number,
  handlePart: BatchOptions['handlePart'],
): Promise<HttpResponse[]> {
  const responses: HttpResponse[] = []
  const queue = requests.entries()
  const work = async () => {
    for (const [index, request] of queue) responses[index] = await handlePart(request)
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return responses
}

function toMultipartResponse(requests: readonly BatchPart[], responses: readonly HttpResponse[]): HttpResponse {
  const boundary = `batch_${randomBytes(18).toString('base64url')}`
  const parts = responses.map(({ status, headers, body }, index) =>
    [
      `--${boundary}`,
      'Content-Type: application/http',
      `Content-ID: ${toResponseId(requests[index]?.contentId ?? '')}`,
      '',
      `HTTP/1.1 ${status} ${status === 200 ? 'OK' : 'Error'}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '',
      Buffer.from(body as string).toString('utf8'),
      '',
    ].join('\r\n'),
  )
  const headers = { 'content-type': `multipart/mixed; boundary=${boundary}`, vary: 'Origin, X-Origin, Referer' }
  return { status: 200, headers, body: `${parts.join('')}--${boundary}--\r\n` }
}

/** `<item1>` becomes `<response-item1>`; a missing id becomes `response-`. */
function toResponseId(contentId: string): string {
  return contentId.startsWith('<') ? `<response-${contentId.slice(1)}` : `response-${contentId}`
}

function toBatchErrorResponse(request: HttpRequest, message: string): HttpResponse {
  return toErrorResponse({ code: 400, reason: 'badRequest', message }, getService(request))
}
