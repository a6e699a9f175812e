import { randomBytes } from 'node:crypto'
import type { Answer } from '../core/answers.ts'
import { type Call, createCall } from '../core/call.ts'
import { Refusal } from '../core/origin.ts'
import type { Route } from '../core/router.ts'
import { type InnerRequest, parseBatch } from './batch-parser.ts'
import { errorAnswer, type Service, serviceOf } from './error-form.ts'

export interface BatchOptions {
  service: Service
  pattern: string
  mostCalls: number
  /** Lives the life of one part. */
  perform(call: Call): Promise<Answer>
}

/** Up to this many parts are worked off a few at a time; more at once run into the limit of concurrent requests. */
const GENTLE = 50
const LANES = 5

/** https://developers.google.com/workspace/gmail/api/guides/batch */
export function batchRoute({ service, pattern, mostCalls, perform }: BatchOptions): Route {
  const handle = async (call: Call): Promise<Answer> => {
    const requests = parseBatch(call.headers['content-type'] ?? '', call.body.toString('utf8'))
    if (!requests) return badBatch(call, 'Failed to parse batch request, error: missing or broken multipart body.')
    if (requests.length > mostCalls) {
      return badBatch(call, `Inner request count exceeds the limit. Received: ${requests.length}, Limit: ${mostCalls}`)
    }
    const calls = requests.map((request) => partOf(call, request, service))
    const answers = await inLanes(calls, calls.length > GENTLE ? calls.length : LANES, perform)
    return multipartAnswer(requests, answers)
  }
  return { method: 'POST', pattern, handle }
}

/** A part inherits the outer headers, Authorization above all; its own win. */
function partOf(outer: Call, { method, target, headers, body }: InnerRequest, service: Service): Call {
  if (!target.startsWith(`/${service}/`))
    throw new Refusal(badBatch(outer, `Only paths of this API are taken in a batch: ${target}`))
  const { authorization } = outer.headers
  const inherited = authorization === undefined ? {} : { authorization }
  return createCall({
    method,
    url: new URL(target, outer.url),
    headers: { ...inherited, ...headers },
    body,
    part: true,
  })
}

async function inLanes(calls: readonly Call[], lanes: number, perform: BatchOptions['perform']): Promise<Answer[]> {
  const answers: Answer[] = []
  const waiting = calls.entries()
  const lane = async () => {
    for (const [index, call] of waiting) answers[index] = await perform(call)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return answers
}

function multipartAnswer(requests: readonly InnerRequest[], answers: readonly Answer[]): Answer {
  const boundary = `batch_${randomBytes(18).toString('base64url')}`
  const parts = answers.map(({ status, headers, body }, index) =>
    [
      `--${boundary}`,
      'Content-Type: application/http',
      `Content-ID: ${answeredId(requests[index]?.contentId ?? '')}`,
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

/** `<item1>` is answered as `<response-item1>`; nothing at all as `response-`. */
function answeredId(contentId: string): string {
  return contentId.startsWith('<') ? `<response-${contentId.slice(1)}` : `response-${contentId}`
}

function badBatch(call: Call, message: string): Answer {
  return errorAnswer({ code: 400, reason: 'badRequest', message }, serviceOf(call))
}
