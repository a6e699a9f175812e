import type { HttpRequest } from '../../core/http/request.ts'
import type { HttpResponse } from '../../core/http/responses.ts'
import { requireObject } from '../records/writer.ts'
import { jsonResponse } from '../responses.ts'
import { describeObject, describeSummary } from '../schema/describe.ts'
import type { Resource } from './guard.ts'
import type { Session } from './session.ts'

const MAX_BATCH_SIZE = 200

export const DESCRIBE_RESOURCES: readonly Resource[] = [
  { method: 'GET', path: '/sobjects', handle: describeGlobal },
  { method: 'GET', path: '/sobjects/:object', handle: basicInformation },
  { method: 'GET', path: '/sobjects/:object/describe', handle: describe },
]

function describeGlobal({ view, version }: Session): HttpResponse {
  const sobjects = view.objects().map((object) => describeSummary(object, version))
  return jsonResponse({ encoding: 'UTF-8', maxBatchSize: MAX_BATCH_SIZE, sobjects })
}

function basicInformation(session: Session, request: HttpRequest): HttpResponse {
  const object = requireObject(session, request.params.object ?? '')
  return jsonResponse({ objectDescribe: describeSummary(object, session.version), recentItems: [] })
}

function describe(session: Session, request: HttpRequest): HttpResponse {
  const object = requireObject(session, request.params.object ?? '')
  return jsonResponse(describeObject(session.view, object, session.version))
}
