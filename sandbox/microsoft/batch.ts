import type { Answer } from '../core/answers.ts'
import { type Call, createCall } from '../core/call.ts'
import type { Route } from '../core/router.ts'
import { type BatchRequest, parseBatch } from './batch-parser.ts'
import { errorAnswer, graphAnswer } from './error-form.ts'
import { ERRORS } from './errors.ts'
import { authenticate, refuser } from './guard.ts'
import { Lanes } from './lanes.ts'
import type { Microsoft } from './microsoft.ts'

/** Lives the life of one part. */
type Perform = (call: Call) => Promise<Answer>

/** https://learn.microsoft.com/graph/json-batching */
export function batchRoute(microsoft: Microsoft, perform: Perform): Route {
  const handle = async (call: Call): Promise<Answer> => {
    const refuse = refuser(microsoft, call)
    authenticate(microsoft, call, refuse)
    const requests = parseBatch(call, refuse)
    const answers = await performAll(microsoft, call, requests, perform)
    // Answers come in any order; only the ids say which is which.
    return graphAnswer({ responses: answers.reverse() }, call)
  }
  return { method: 'POST', pattern: '/v1.0/$batch', handle }
}

/** A few at a time, each after those it depends on; what depends on a failed one is not even tried. */
function performAll(
  microsoft: Microsoft,
  call: Call,
  requests: readonly BatchRequest[],
  perform: Perform,
): Promise<object[]> {
  const lanes = new Lanes(microsoft.settings.batchParallelism)
  const answers = new Map<string, Promise<Answer>>()
  const performed = async (request: BatchRequest) => {
    const earlier = await Promise.all(request.dependsOn.map((id) => answers.get(id.toLowerCase())))
    const failed = earlier.some((answer) => answer === undefined || answer.status >= 400)
    if (failed) return errorAnswer(ERRORS.failedDependency, call, microsoft.clock.now())
    return lanes.run(() => perform(partOf(call, request)))
  }
  const responses = requests.map(async (request) => {
    const answer = performed(request)
    answers.set(request.id.toLowerCase(), answer)
    return { id: request.id, ...responseOf(await answer) }
  })
  return Promise.all(responses)
}

/** A part inherits who calls, and nothing else: preferences have to be sent with each of them. */
function partOf(outer: Call, { method, url, headers, body }: BatchRequest): Call {
  const { authorization = '' } = outer.headers
  const path = url.startsWith('/') ? url : `/${url}`
  return createCall({
    method,
    url: new URL(`/v1.0${path}`, outer.url),
    headers: { authorization, ...headers },
    body: body === undefined ? '' : JSON.stringify(body),
    part: true,
  })
}

const TOLD: Readonly<Record<string, string>> = {
  'cache-control': 'Cache-Control',
  'content-type': 'Content-Type',
  'odata-version': 'OData-Version',
  'preference-applied': 'Preference-Applied',
  'retry-after': 'Retry-After',
  'www-authenticate': 'WWW-Authenticate',
}

function responseOf({ status, headers, body }: Answer): object {
  const told = Object.entries(headers).flatMap(([name, value]) => (TOLD[name] ? [[TOLD[name], value]] : []))
  const text = Buffer.from(body as string).toString('utf8')
  const isJson = headers['content-type']?.startsWith('application/json')
  // What is not JSON comes in base64.
  const content = isJson ? JSON.parse(text) : Buffer.from(text).toString('base64')
  return { status, headers: Object.fromEntries(told), ...(text === '' ? {} : { body: content }) }
}
