import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Vendor } from '../../src/kit/application.ts'
import { connectedProvider, everything, fixtureVendor } from './fixture-vendor.ts'
import { type RunningHub, startHub } from './hub.ts'

const DAY = { dateStart: 0, dateEnd: 86_400_000 }

let hub: RunningHub
beforeAll(async () => {
  hub = await startHub()
})
afterAll(() => hub.stop())

describe('a handler that sends requests to its vendor', () => {
  test('reports its calls, units and time in the headers of the response', async () => {
    const busy = await startHub({
      vendors: [
        withEmails(async (_request, call) => {
          await call.meter.measure(5, async () => undefined)
          await call.meter.measure(20, async () => undefined)
          return { items: [], pagination: { hasMore: false, pageSize: 0 } }
        }),
      ],
    })
    const response = await busy.post('/sync/email', { connectedProvider: connectedProvider(), filter: {} })
    await busy.stop()
    expect(response.headers.get('X-Vendor-Calls')).toBe('2')
    expect(response.headers.get('X-Vendor-Units')).toBe('25')
    expect(response.headers.get('Server-Timing')).toMatch(/^hub;dur=[\d.]+, vendor;dur=[\d.]+$/)
  })

  test('reports them if it fails, too', async () => {
    const failing = await startHub({
      vendors: [
        withEmails(async (_request, call) => {
          await call.meter.measure(0, async () => undefined)
          throw new Error('no')
        }),
      ],
    })
    const response = await failing.post('/sync/email', { connectedProvider: connectedProvider(), filter: {} })
    await failing.stop()
    expect([response.status, response.headers.get('X-Vendor-Calls')]).toEqual([500, '1'])
  })
})

describe('the budget of a handler', () => {
  const NOW = 1_700_000_000_000

  test.each([
    ['no deadline', undefined, 45_000],
    ['a deadline in ten seconds', String(NOW + 10_000), 9_000],
    ['a deadline in an hour', String(NOW + 3_600_000), 45_000],
    ['a deadline that is no number', 'soon', 45_000],
    ['a deadline that is over, by a wrong clock', String(NOW - 1), 45_000],
  ])('with %s is computed', async (_name, deadline, expected) => {
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
    ['/install/function/inputs', { functionName: 'make-report', templateConnectedProvider: named(application) }],
  ]

  test.each(unknown('nope'))('is refused on %s if it is unknown', async (path, body) => {
    const response = await hub.post(path, body)
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({
        type: 'https://platform.example/validation-error',
        detail: expect.stringContaining('nope'),
      }),
    ])
  })

  test.each(['toString', '__proto__', 'constructor', 'hasOwnProperty'])('is refused when it is %s', async (name) => {
    const response = await hub.post('/sync/email', { connectedProvider: named(name), filter: {} })
    expect(response.status).toBe(400)
  })

  test.each(
    unknown('bare').filter(([path]) => !/^\/(execute\/function|install\/function\/inputs|auth\/check)$/.test(path)),
  )('gets a 404 on %s if it lacks the capability', async (path, body) => {
    const own = await startHub({ vendors: [{ ...fixtureVendor(), applications: [{ name: 'bare' }] }] })
    const response = await own.post(path, body)
    await own.stop()
    expect([response.status, await response.json()]).toEqual([
      404,
      expect.objectContaining({
        type: 'https://platform.example/not-found',
        detail: expect.stringContaining('bare'),
      }),
    ])
  })

  test('must match the path of the link route, or may be omitted there', async () => {
    const { application: _left, ...anonymous } = connectedProvider()
    const url = 'https://vendor.example/d1'
    const byPath = await hub.post('/acme-all/link', { connectedProvider: anonymous, url })
    const other = await hub.post('/acme-all/link', { connectedProvider: named('other'), url })
    expect([byPath.status, other.status]).toEqual([200, 400])
    expect(await other.json()).toMatchObject({ errors: [{ pointer: '#/connectedProvider/application' }] })
  })

  test('may be used on the singular and the per-application path of the tag route', async () => {
    for (const path of ['/tag', '/acme-all/tag', '/tag/tag']) {
      const response = await hub.post(path, { connectedProvider: connectedProvider(), tag: { name: 'Ada' } })
      expect([path, response.status]).toEqual([path, 200])
    }
  })
})

describe('a function', () => {
  test.each(['toString', '__proto__', 'nothing'])('with the name %s is unknown', async (functionName) => {
    for (const path of ['/install/function/inputs', '/execute/function']) {
      const response = await hub.post(path, { functionName })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        detail: expect.stringContaining('make-report'),
        errors: [{ pointer: '#/functionName' }],
      })
    }
  })

  test('returns its inputs in the documented envelope', async () => {
    const response = await hub.post('/install/function/inputs', { functionName: 'make-report' })
    expect(await response.json()).toEqual({
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

  test.each(bodies)("%s requires the vendor's URL of the tenant", async (path, body) => {
    for (const lacking of [credential, { ...credential, instanceUrl: '' }]) {
      const response = await hub.post(path, { connectedProvider: connectedProvider({ credential: lacking }), ...body })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        errors: [{ pointer: '#/connectedProvider/credential/instanceUrl' }],
      })
    }
  })

  test('the link route does not require it', async () => {
    const response = await hub.post('/acme-all/link', {
      connectedProvider: connectedProvider({ credential }),
      url: 'https://vendor.example/d1',
    })
    expect(response.status).toBe(200)
  })
})

describe('the sign-in routes', () => {
  test('check returns ok for an application without a check', async () => {
    const { check: _none, ...auth } = everything.auth ?? unreachable()
    const own = await startHub({ vendors: [fixtureVendor({ auth })] })
    const response = await own.post('/auth/check', {
      application: 'acme-all',
      credential: connectedProvider().credential,
    })
    await own.stop()
    expect(await response.json()).toEqual({ result: { status: 'ok' } })
  })

  test('refresh returns the credential in the documented envelope, with unknown members', async () => {
    const credential = { ...connectedProvider().credential, profile: { a: 1 }, tenantId: 't1' }
    const response = await hub.post('/auth/refresh', { connectedProvider: connectedProvider({ credential }) })
    expect(await response.json()).toEqual({ credential: { ...credential, accessToken: 'access-token-2' } })
  })
})

function withEmails(emails: NonNullable<NonNullable<(typeof everything)['sync']>['emails']>): Vendor {
  return fixtureVendor({ sync: { ...everything.sync, emails } })
}

function unreachable(): never {
  throw new Error('the fixture has a sign-in')
}
