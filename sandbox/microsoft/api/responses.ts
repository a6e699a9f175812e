import { randomUUID } from 'node:crypto'
import type { HttpRequest } from '../../core/http/request.ts'
import { type HttpResponse, json } from '../../core/http/responses.ts'

/** A row of the table of Graph's errors. */
export interface GraphError {
  status: number
  code: string
  message: string
  headers?: Record<string, string>
  /** The key of the inner error for services that spell it with a lower-case `e`. */
  innerErrorKey?: 'innererror'
  /** The code of the inner error, which some services need to distinguish their refusals. */
  innerCode?: string
}

const DIAGNOSTIC = {
  ServerInfo: { DataCenter: 'France Central', Slice: 'E', Ring: '5', ScaleUnit: '000', RoleInstance: 'SANDBOX0001' },
}

/** The headers of every Graph response. `client-request-id` is returned as it was sent. */
export function graphHeaders(request: HttpRequest): Record<string, string> {
  const requestId = randomUUID()
  return {
    'cache-control': 'private',
    'request-id': requestId,
    'client-request-id': request.headers['client-request-id'] ?? requestId,
    'x-ms-ags-diagnostic': JSON.stringify(DIAGNOSTIC),
  }
}

/** https://learn.microsoft.com/graph/errors */
export function errorResponse(
  { status, code, message, headers: own, innerErrorKey, innerCode }: GraphError,
  request: HttpRequest,
  now: number,
): HttpResponse {
  const headers = graphHeaders(request)
  const details = {
    ...(innerCode === undefined ? undefined : { code: innerCode, message }),
    date: new Date(now).toISOString().slice(0, 19),
    'request-id': headers['request-id'],
    'client-request-id': headers['client-request-id'],
  }
  const body = { error: { code, message, [innerErrorKey ?? 'innerError']: details } }
  return json(body, status, { ...headers, 'content-type': 'application/json', ...own })
}

/** A response of a method that is not the JSON of a resource. */
export class GraphReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array

  constructor(status: number, headers: Readonly<Record<string, string>>, body: string | Uint8Array) {
    this.status = status
    this.headers = headers
    this.body = body
  }
}

const ODATA = 'application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false;charset=utf-8'

export function graphResponse(body: object, request: HttpRequest, headers: Record<string, string> = {}): HttpResponse {
  if (body instanceof GraphReply) {
    return { status: body.status, headers: { ...graphHeaders(request), ...body.headers }, body: body.body }
  }
  return json(body, 200, { ...graphHeaders(request), 'content-type': ODATA, 'odata-version': '4.0', ...headers })
}
