import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Call } from '../../../src/kit/application.ts'
import { ProviderError, ValidationError } from '../../../src/kit/errors.ts'
import { createLog } from '../../../src/runtime/log.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { connectedProvider, credential, everything, fixtureVendor } from '../fixture-vendor.ts'
import { type HttpResponse, send } from '../http.ts'
import { PLATFORM_KEY, type RunningHub, startHub } from '../hub.ts'

const base64url = (bytes: number) => randomBytes(bytes).toString('base64url')
const hex = (bytes: number) => randomBytes(bytes).toString('hex')
const jwt = () => `eyJhbGciOiJSUzI1NiJ9.eyJ${base64url(40)}.${base64url(64)}`
const pem = () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** Generators of secrets in the formats of vendors, and in no format. */
const FORMS: (() => string)[] = [
  () => `ya29.${base64url(60)}`,
  () => `1//0${base64url(48)}`,
  () => `4/0A${base64url(48)}`,
  () => `GOCSPX-${base64url(21)}`,
  () => `0.A${base64url(80)}`,
  () => `M.C${base64url(60)}!*$`,
  () => `00D${hex(7)}!${base64url(40).replaceAll('-', '.')}`,
  () => `5Aep${base64url(60)}`,
  jwt,
  pem,
  () => `sk-live-${hex(24)}`,
  () => randomUUID(),
  () => hex(32),
  () => randomBytes(48).toString('base64'),
  () => base64url(9),
  () => `pass phrase ${base64url(12)}`,
  () => `quote"back\\slash'${hex(12)}`,
  () => `percent%20plus+${hex(12)}==`,
  () => `schlüssel-${hex(12)}`,
  () => `${base64url(30)}$&$1$$`,
]
const PER_FORM = 3
/** Logged texts are truncated here. A secret at that position must be redacted, too, and not lose its end only. */
const MAX_TEXT_LENGTH = 16_384
const CANARIES = FORMS.length * PER_FORM

/** A request that contains a secret, or a handler that gets one and leaks it. */
interface Position {
  path?: string
  method?: string
  headers?: Record<string, string>
  body?: unknown
  handle?: (call: Call) => unknown
}

const inHand = (secret: string, handle: (call: Call) => unknown): Position => ({
  body: { connectedProvider: connectedProvider({ credential: credential({ accessToken: secret }) }), filter: {} },
  handle,
})
const fail = (error: unknown) => () => {
  throw error
}
const header = (secret: string) => secret.replace(/[^\x21-\x7e]/g, '')
const members = (object: object) => Object.assign(new Error('the library failed'), object)

/** The places where careless code leaks secrets. */
const POSITIONS: Record<string, (secret: string) => Position> = {
  // What arrives
  'accessToken of a body': (s) => inHand(s, () => undefined),
  'refreshToken of a body': (s) => ({
    body: { connectedProvider: connectedProvider({ credential: credential({ refreshToken: s }) }), filter: {} },
    handle: fail(new Error(`the vendor refused ${s}`)),
  }),
  'profile of a credential': (s) => ({
    body: { connectedProvider: connectedProvider({ credential: credential({ profile: { note: s } }) }), filter: {} },
  }),
  'credential of a check': (s) => ({
    path: '/auth/check',
    body: { application: 'acme-all', credential: credential({ accessToken: s }) },
  }),
  'accessToken of a malformed body': (s) => ({ body: { connectedProvider: { credential: { accessToken: s } } } }),
  'accessToken as a number-like member': (s) => ({ body: { connectedProvider: { credential: s }, filter: {} } }),
  'a body that is no JSON': (s) => ({ body: `{"accessToken":"${s}` }),
  'deep unknown members': (s) => ({ body: { a: { b: [{ c: { client_secret: s } }] } } }),
  'members in camelCase': (s) => ({ body: { clientSecret: s, privateKey: s, apiKey: s, idToken: s } }),
  'members in kebab-case': (s) => ({ body: { 'client-secret': s, 'private-key': s, 'api-key': s, 'id-token': s } }),
  'members in capitals': (s) => ({ body: { PASSWORD: s, API_KEY: s, CLIENT_SECRET: s } }),
  'a list under a telling name': (s) => ({ body: { password: [s, { value: s }] } }),
  'a wrong platform key': (s) => ({ headers: { Authorization: `Bearer ${header(s)}` } }),
  'Basic authorization': (s) => ({ headers: { Authorization: `Basic ${Buffer.from(s).toString('base64')}` } }),
  'an API key header': (s) => ({ headers: { 'X-Api-Key': header(s), 'X-Auth-Token': header(s) } }),
  'a cookie': (s) => ({ headers: { Cookie: `session=${encodeURIComponent(s)}` } }),
  'code of a callback': (s) => ({
    method: 'GET',
    path: `/auth/callback?state=a.acme-all&code=${encodeURIComponent(s)}`,
  }),
  'key of a callback': (s) => ({ method: 'GET', path: `/auth/callback?state=a.acme-all&key=${encodeURIComponent(s)}` }),
  'apiKey of a callback': (s) => ({
    method: 'GET',
    path: `/auth/callback?state=a.acme-all&apiKey=${encodeURIComponent(s)}`,
  }),
  'access_token in an unknown URL': (s) => ({
    method: 'GET',
    path: `/nowhere/x?access_token=${encodeURIComponent(s)}`,
  }),
  // What a handler writes into its log
  'a log message': (s) => inHand(s, (call) => call.log.info({}, `calling with ${s}`)),
  'a log field': (s) => inHand(s, (call) => call.log.info({ note: `calling with ${s}` }, 'calling')),
  'a log key': (s) => inHand(s, (call) => call.log.info({ [s]: 1 }, 'calling')),
  'a logged map': (s) => inHand(s, (call) => call.log.info({ map: new Map([['a', s]]) }, 'calling')),
  'a logged set': (s) => inHand(s, (call) => call.log.info({ set: new Set([s]) }, 'calling')),
  'a logged URL': (s) => ({
    handle: (call) => call.log.info({ url: new URL(`https://v.example/?token=${encodeURIComponent(s)}`) }, 'calling'),
  }),
  'logged headers': (s) => ({
    handle: (call) => call.log.warn({ headers: { authorization: `Bearer ${s}`, 'set-cookie': [s] } }, 'calling'),
  }),
  'a logged buffer': (s) => inHand(s, (call) => call.log.info({ bytes: Buffer.from(s) }, 'calling')),
  'a very long logged text': (s) =>
    inHand(s, (call) => call.log.info({ text: `${'x'.repeat(MAX_TEXT_LENGTH + 2 - s.length)}${s}` }, 'long')),
  // What a handler throws
  'the message of an error': (s) => inHand(s, fail(new Error(`request failed: ${s}`))),
  'the cause of an error': (s) => inHand(s, fail(new Error('no', { cause: new Error(`because of ${s}`) }))),
  'a thrown string': (s) => inHand(s, fail(`failed: ${s}`)),
  'a thrown object': (s) => ({ handle: fail({ accessToken: s, headers: { Authorization: `Bearer ${s}` } }) }),
  'the config of a library error': (s) => ({
    handle: fail(members({ config: { headers: { Authorization: `Bearer ${s}` }, url: s, data: s } })),
  }),
  'the response of a library error': (s) => ({
    handle: fail(members({ response: { status: 500, data: { access_token: s, note: s }, headers: { a: s } } })),
  }),
  'the errors of an AggregateError': (s) => inHand(s, fail(new AggregateError([new Error(s)], `all failed: ${s}`))),
  'the toJSON of an error': (s) => ({ handle: fail(members({ toJSON: () => ({ secret: s, text: s }) })) }),
  'the detail of a problem': (s) => inHand(s, fail(new ProviderError(502, 'vendor-error', `refused ${s}`))),
  'the errors of a problem': (s) => inHand(s, fail(new ValidationError('Bad.', [{ pointer: '#', detail: `is ${s}` }]))),
  'the cause of a problem': (s) =>
    inHand(s, fail(new ProviderError(502, 'vendor-error', 'no', { cause: members({ message: s, request: s }) }))),
}

let hub: RunningHub
let position: Position
beforeAll(async () => {
  hub = await startHub({
    vendors: [
      fixtureVendor({
        auth: {
          ...(everything.auth as NonNullable<typeof everything.auth>),
          callback: async ({ parameters }) => {
            throw new Error(`no connection for ${parameters.code}`)
          },
        },
        sync: {
          ...everything.sync,
          emails: async (_request, call) => {
            await position.handle?.(call)
            return { items: [], pagination: { hasMore: false, pageSize: 0 } }
          },
        },
      }),
    ],
  })
})
afterAll(() => hub.stop())

describe(`${CANARIES} secrets in each of ${Object.keys(POSITIONS).length} places, at level trace`, () => {
  test.each(Object.keys(POSITIONS))('do not appear in log, response or metrics as %s', async (name) => {
    const secrets = FORMS.flatMap((form) => Array.from({ length: PER_FORM }, form))
    const start = hub.log().length
    const responses = []
    for (const secret of secrets) responses.push(await ask(POSITIONS[name]?.(secret) as Position))
    const metrics = await hub.get('/metrics', { headers: { Authorization: `Bearer ${PLATFORM_KEY}` } })
    const shown = [hub.log().slice(start), ...responses.map(print), await metrics.text()].join('\n')
    expect(shown).toContain('"request"')
    expect(secrets.filter((secret) => traces(secret).some((trace) => shown.includes(trace)))).toEqual([])
  })

  test('do not appear if they are the platform key', () => {
    expect(hub.log()).not.toContain(PLATFORM_KEY)
    expect(hub.log()).toContain('"level":"trace"')
  })
})

describe('the log', () => {
  const logged = (write: (log: ReturnType<typeof createLog>) => void) => {
    const lines: string[] = []
    write(createLog('trace', { write: (line) => lines.push(line) }))
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  }

  test('keeps harmless values: counts and flags with suspicious names, ordinary words', () => {
    const [line] = logged((log) => log.info({ tokens: 3, secret: false, application: 'acme-mail', items: [1] }, 'done'))
    expect(line).toMatchObject({
      level: 'info',
      tokens: 3,
      secret: false,
      application: 'acme-mail',
      items: [1],
      msg: 'done',
    })
  })

  test("shows an error's name, message, stack and cause", () => {
    const [line] = logged((log) => log.error({ err: new TypeError('broken', { cause: new Error('inner') }) }, 'failed'))
    expect(line).toMatchObject({
      err: { type: 'TypeError', message: 'broken', stack: expect.any(String), cause: { message: 'inner' } },
    })
  })

  test('survives values that cannot be serialized', () => {
    const circle: { self?: object } = {}
    circle.self = circle
    const trap = Object.defineProperty({}, 'x', { enumerable: true, get: () => fail(new Error('do not look'))() })
    let deep: object = {}
    for (let level = 0; level < 10_000; level += 1) deep = { deep }
    const lines = logged((log) => {
      for (const value of [circle, trap, deep, 10n, () => 1, Symbol('s'), new Date(Number.NaN)])
        log.info({ value }, 'x')
    })
    expect(lines).toHaveLength(7)
  })

  test('has one line per request, with route, status, application and connection', async () => {
    const own = await startHub({ environment: { LOG_LEVEL: 'info' } })
    await own.post('/sync/email', { connectedProvider: connectedProvider(), filter: {} })
    const lines = own
      .log()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    await own.stop()
    expect(lines).toEqual([
      expect.objectContaining({
        method: 'POST',
        route: '/sync/email',
        status: 200,
        application: 'acme-all',
        connectionId: 'connection-1',
        requestId: expect.any(String),
      }),
    ])
  })

  test('has the request id of the response', async () => {
    const { headers } = await send(`${hub.url}/api/v1/hello`)
    expect(hub.log()).toContain(headers['x-request-id'])
  })
})

async function ask(next: Position): Promise<HttpResponse> {
  position = next
  const {
    path = '/sync/email',
    method = 'POST',
    headers,
    body = { connectedProvider: connectedProvider(), filter: {} },
  } = next
  return send(`${hub.url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${PLATFORM_KEY}`, 'Content-Type': 'application/json', ...headers },
    ...omitUndefined({
      body: method === 'POST' ? (typeof body === 'string' ? body : JSON.stringify(body)) : undefined,
    }),
  })
}

function print({ text, headers }: HttpResponse): string {
  return `${text} ${JSON.stringify(headers)}`
}

/** The secret, its encoded forms, and a part from its middle, which must not appear, either. */
function traces(secret: string): string[] {
  const middle = secret.startsWith('-----') ? secret.slice(40, 60) : secret.slice(4, -3)
  return [
    secret,
    middle,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
  ]
}
