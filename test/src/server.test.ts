import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Vendor } from '../../src/kit/application.ts'
import { ROUTES } from '../../src/routes.ts'
import { connectedProvider, everything, fixtureVendor } from './fixture-vendor.ts'
import { send } from './http.ts'
import { PLATFORM_KEY, type RunningHub, startHub } from './hub.ts'

const KEY = { Authorization: `Bearer ${PLATFORM_KEY}` }
const DAY = { dateStart: 0, dateEnd: 86_400_000 }

let hub: RunningHub
beforeAll(async () => {
  hub = await startHub()
})
afterAll(() => hub.stop())

describe('GET /api/v1/hello', () => {
  test('greets anyone in plain text', async () => {
    const answer = await send(`${hub.url}/api/v1/hello`)
    expect([answer.status, answer.text]).toEqual([200, 'hello\n'])
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  })

  test('answers HEAD without a body', async () => {
    const answer = await send(`${hub.url}/api/v1/hello`, { method: 'HEAD' })
    expect([answer.status, answer.text]).toEqual([200, ''])
  })
})

describe('a path that leads nowhere', () => {
  test('is unauthorized to a stranger, so that nothing is learned', async () => {
    expect((await send(`${hub.url}/nowhere`)).status).toBe(401)
  })

  test.each([
    '/nowhere',
    '/sync',
    '/sync/nothing',
    '/auth',
    '/%E0%A4%A',
    '/%00',
    '/..%2f..%2fetc/passwd',
    '//',
    '/.env',
  ])('%s is not found for the platform', async (path) => {
    const answer = await send(`${hub.url}${path}`, { headers: KEY })
    expect(answer.status).toBe(404)
    expect(answer.json()).toMatchObject({
      type: 'https://platform.example/not-found',
      title: 'Not found',
      status: 404,
      detail: expect.any(String),
    })
  })
})

describe('a method a route does not take', () => {
  test.each([
    ['GET', '/sync/email', 'POST'],
    ['DELETE', '/sync/email', 'POST'],
    ['PUT', '/api/v1/hello', 'GET'],
    ['PROPFIND', '/sync/email', 'POST'],
  ])('%s %s is refused with the methods that are taken', async (method, path, allowed) => {
    const answer = await send(`${hub.url}${path}`, { method, headers: KEY })
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toContain(allowed)
    expect(answer.json()).toMatchObject({ type: 'https://platform.example/method-not-allowed', status: 405 })
  })

  test('is unauthorized to a stranger, even on an open route', async () => {
    expect((await send(`${hub.url}/api/v1/hello`, { method: 'DELETE' })).status).toBe(401)
  })
})

describe('the table of routes', () => {
  test('opens only the routes that people and monitors need', () => {
    const open = ROUTES.filter(({ access }) => access === 'open').map(({ method, path }) => `${method} ${path}`)
    expect(open).toEqual([
      'get /api/v1/hello',
      'get /definition.json',
      'get /auth/connect',
      'get /auth/callback',
      'post /auth/callback',
    ])
  })

  test.each(ROUTES.filter(({ access }) => access === 'key').map(({ method, path }) => [method.toUpperCase(), path]))(
    '%s %s is closed to a stranger',
    async (method, path) => {
      const answer = await send(`${hub.url}${path.replace(':application', 'acme-all')}`, { method })
      expect(answer.status).toBe(401)
      expect(answer.json()).toMatchObject({ type: 'https://platform.example/unauthorized', title: 'Unauthorized' })
    },
  )
})

describe('every answer', () => {
  test.each([
    ['GET', '/api/v1/hello'],
    ['GET', '/nowhere'],
    ['GET', '/auth/connect'],
    ['POST', '/sync/email'],
  ])('to %s %s says the interface version, its cost, and may not be kept or sniffed', async (method, path) => {
    const { headers } = await send(`${hub.url}${path}`, { method, headers: KEY })
    expect(headers).toMatchObject({
      'x-provider-interface': '1',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'server-timing': expect.stringMatching(/^hub;dur=[\d.]+/),
    })
  })

  test.each([
    ['http://127.0.0.1', undefined],
    ['https://hub.example.com', 'max-age=31536000'],
  ])('of a hub at %s has Strict-Transport-Security %s', async (BASE_URL, expected) => {
    const other = await startHub({ environment: { BASE_URL } })
    const { headers } = await send(`${other.url}/api/v1/hello`)
    await other.stop()
    expect(headers['strict-transport-security']).toBe(expected)
  })
})

describe('the interface version', () => {
  test.each([
    ['1', 200],
    ['1.7', 200],
    ['', 200],
    ['2', 400],
    ['x', 400],
    ['10', 400],
  ])('%j in the request is answered with %d', async (version, status) => {
    const answer = await send(`${hub.url}/api/v1/hello`, { headers: { 'X-Provider-Interface': version } })
    expect(answer.status).toBe(status)
  })
})

describe('GET /definition.json', () => {
  test('shows anyone the definition with absolute addresses', async () => {
    const answer = await send(`${hub.url}/definition.json`)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.json()).toMatchObject({
      name: 'fixture',
      instanceUrl: 'http://127.0.0.1',
      iconUrl: 'http://127.0.0.1/icon.svg',
      applications: [{ name: 'acme-all', functions: [{ name: 'make-report' }] }],
    })
  })
})

describe('GET /metrics', () => {
  test('counts answers by route, application and problem, for the platform only', async () => {
    const own = await startHub()
    await own.post('/sync/email', { connectedProvider: connectedProvider(), filter: {} })
    await own.post('/sync/email', {})
    const stranger = await own.get('/metrics')
    const answer = await own.get('/metrics', { headers: KEY })
    const text = await answer.text()
    await own.stop()
    expect(stranger.status).toBe(401)
    expect(answer.headers.get('Content-Type')).toContain('text/plain')
    expect(text).toContain('hub_requests_total{route="/sync/email",application="acme-all",status="200"} 1')
    expect(text).toContain('hub_problems_total{route="/sync/email",application="",problem="validation-error"} 1')
    expect(text).toMatch(/hub_body_bytes_in_flight 0/)
    expect(text).not.toContain('access-token-1')
  })
})

describe('a handler that calls its vendor', () => {
  test('has its calls, units and time in the headers of the answer', async () => {
    const busy = await startHub({
      vendors: [
        withEmails(async (_request, call) => {
          await call.meter.measure(5, async () => undefined)
          await call.meter.measure(20, async () => undefined)
          return { items: [], pagination: { hasMore: false, pageSize: 0 } }
        }),
      ],
    })
    const answer = await busy.post('/sync/email', { connectedProvider: connectedProvider(), filter: {} })
    await busy.stop()
    expect(answer.headers.get('X-Vendor-Calls')).toBe('2')
    expect(answer.headers.get('X-Vendor-Units')).toBe('25')
    expect(answer.headers.get('Server-Timing')).toMatch(/^hub;dur=[\d.]+, vendor;dur=[\d.]+$/)
  })

  test('has them too when it fails', async () => {
    const failing = await startHub({
      vendors: [
        withEmails(async (_request, call) => {
          await call.meter.measure(0, async () => undefined)
          throw new Error('no')
        }),
      ],
    })
    const answer = await failing.post('/sync/email', { connectedProvider: connectedProvider(), filter: {} })
    await failing.stop()
    expect([answer.status, answer.headers.get('X-Vendor-Calls')]).toEqual([500, '1'])
  })
})

describe('the time a handler has', () => {
  const NOW = 1_700_000_000_000

  test.each([
    ['no deadline', undefined, 45_000],
    ['a deadline in ten seconds', String(NOW + 10_000), 9_000],
    ['a deadline in an hour', String(NOW + 3_600_000), 45_000],
    ['a deadline that is no number', 'soon', 45_000],
    ['a deadline in the past', String(NOW - 1), 1],
  ])('with %s is right', async (_name, deadline, expected) => {
    let left = -1
    const own = await startHub({
      clock: () => NOW,
      vendors: [
        withEmails(async (_request, { budget }) => {
          left = budget.remainingMs()
          return { items: [], pagination: { hasMore: false, pageSize: 0 } }
        }),
      ],
    })
    await own.post(
      '/sync/email',
      { connectedProvider: connectedProvider(), filter: {} },
      { headers: deadline === undefined ? {} : { 'X-Request-Deadline': deadline } },
    )
    await own.stop()
    expect(left).toBe(expected)
  })
})

describe('the application a request names', () => {
  const named = (application: string) => connectedProvider({ application })
  const unknown = (application: string): [string, unknown][] => [
    ['/auth/check', { application, credential: connectedProvider().credential }],
    ['/auth/refresh', { connectedProvider: named(application) }],
    ['/sync/transcription', { connectedProvider: named(application), transcriptionFilter: DAY }],
    ['/sync/email', { connectedProvider: named(application), filter: {} }],
    ['/sync/calendar', { connectedProvider: named(application), calendarFilter: DAY }],
    ['/sync/metadata', { connectedProvider: named(application), tableMetadata: [] }],
    ['/sync/table', { connectedProvider: named(application), recordFilter: { recordTypeFilters: [] } }],
    ['/sync/identifier', { connectedProvider: named(application), externalIdLinkObjects: [] }],
    ['/sync/insight', { connectedProvider: named(application), filter: { insightTypeFilters: [] } }],
    [
      '/upsert/table',
      { connectedProvider: named(application), table: { metadata: { metadataType: 'A' }, records: [] } },
    ],
    ['/upsert/notes', { connectedProvider: named(application), externalNotes: [] }],
    ['/tag/tag', { connectedProvider: named(application), tag: {} }],
    ['/tag', { connectedProvider: named(application), tag: {} }],
    [`/${application}/tag`, { connectedProvider: named(application), tag: {} }],
    [`/${application}/link`, { connectedProvider: named(application), url: 'https://vendor.example/d' }],
    ['/execute/query', { connectedProvider: named(application), metadataType: 'A' }],
    ['/execute/function', { functionName: 'make-report', outputConnectedProvider: named(application) }],
    ['/execute/function', { functionName: 'make-report', templateConnectedProvider: named(application) }],
  ]

  test.each(unknown('nope'))('is refused on %s when nobody serves it', async (path, body) => {
    const answer = await hub.post(path, body)
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({
        type: 'https://platform.example/validation-error',
        detail: expect.stringContaining('nope'),
      }),
    ])
  })

  test.each(['toString', '__proto__', 'constructor', 'hasOwnProperty'])('is refused when it is %s', async (name) => {
    const answer = await hub.post('/sync/email', { connectedProvider: named(name), filter: {} })
    expect(answer.status).toBe(400)
  })

  test.each(unknown('bare').filter(([path]) => !/^\/(execute\/function|auth\/check)$/.test(path)))(
    'is answered with 404 on %s when it lacks the capability',
    async (path, body) => {
      const own = await startHub({ vendors: [{ ...fixtureVendor(), applications: [{ name: 'bare' }] }] })
      const answer = await own.post(path, body)
      await own.stop()
      expect([answer.status, await answer.json()]).toEqual([
        404,
        expect.objectContaining({
          type: 'https://platform.example/not-found',
          detail: expect.stringContaining('bare'),
        }),
      ])
    },
  )

  test('must be the one in the path of the link route, or be left to it', async () => {
    const { application: _left, ...anonymous } = connectedProvider()
    const url = 'https://vendor.example/d1'
    const byPath = await hub.post('/acme-all/link', { connectedProvider: anonymous, url })
    const other = await hub.post('/acme-all/link', { connectedProvider: named('other'), url })
    expect([byPath.status, other.status]).toEqual([200, 400])
    expect(await other.json()).toMatchObject({ errors: [{ pointer: '#/connectedProvider/application' }] })
  })

  test('is served on the singular and the per-application path of the tag route too', async () => {
    for (const path of ['/tag', '/acme-all/tag', '/tag/tag']) {
      const answer = await hub.post(path, { connectedProvider: connectedProvider(), tag: { name: 'Ada' } })
      expect([path, answer.status]).toEqual([path, 200])
    }
  })
})

describe('a function', () => {
  test.each(['toString', '__proto__', 'nothing'])('called %s is not offered', async (functionName) => {
    for (const path of ['/install/function/inputs', '/execute/function']) {
      const answer = await hub.post(path, { functionName })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({
        detail: expect.stringContaining('make-report'),
        errors: [{ pointer: '#/functionName' }],
      })
    }
  })

  test('names its inputs in the documented wrapping', async () => {
    const answer = await hub.post('/install/function/inputs', { functionName: 'make-report' })
    expect(await answer.json()).toEqual({
      inputs: [{ name: 'title', label: 'Title', valueSource: { kind: 'userInput' } }],
    })
  })
})

describe('routes that write at the vendor', () => {
  const { instanceUrl: _none, ...credential } = connectedProvider().credential
  const bodies: [string, object][] = [
    ['/upsert/table', { table: { metadata: { metadataType: 'A' }, records: [] } }],
    ['/upsert/notes', { externalNotes: [] }],
    ['/tag/tag', { tag: {} }],
  ]

  test.each(bodies)('%s needs the vendor host of the tenant', async (path, body) => {
    for (const lacking of [credential, { ...credential, instanceUrl: '' }]) {
      const answer = await hub.post(path, { connectedProvider: connectedProvider({ credential: lacking }), ...body })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({
        errors: [{ pointer: '#/connectedProvider/credential/instanceUrl' }],
      })
    }
  })

  test('the link route does not', async () => {
    const answer = await hub.post('/acme-all/link', {
      connectedProvider: connectedProvider({ credential }),
      url: 'https://vendor.example/d1',
    })
    expect(answer.status).toBe(200)
  })
})

describe('the sign-in routes', () => {
  test('check is ok for an application without a check of its own', async () => {
    const { check: _none, ...auth } = everything.auth ?? unreachable()
    const own = await startHub({ vendors: [fixtureVendor({ auth })] })
    const answer = await own.post('/auth/check', {
      application: 'acme-all',
      credential: connectedProvider().credential,
    })
    await own.stop()
    expect(await answer.json()).toEqual({ result: { status: 'ok' } })
  })

  test('refresh answers with the credential in the documented wrapping, unknown members kept', async () => {
    const credential = { ...connectedProvider().credential, profile: { a: 1 }, tenantId: 't1' }
    const answer = await hub.post('/auth/refresh', { connectedProvider: connectedProvider({ credential }) })
    expect(await answer.json()).toEqual({ credential: { ...credential, accessToken: 'access-token-2' } })
  })
})

function withEmails(emails: NonNullable<NonNullable<(typeof everything)['sync']>['emails']>): Vendor {
  return fixtureVendor({ sync: { ...everything.sync, emails } })
}

function unreachable(): never {
  throw new Error('the fixture has a sign-in')
}
