import { describe, expect, test } from '@jest/globals'
import type { Auth, Settings } from '../../../src/kit/application.ts'
import { everything, fixtureVendor } from '../fixture-vendor.ts'
import { Browser, send } from '../http.ts'
import type { HubOptions } from '../hub.ts'
import { newAttempt, startConnecting } from './start-connecting.ts'

const STATE = 'connection-1.acme-all'
const CONNECT = '/auth/connect?application=acme-all&connectionId=connection-1'

describe('GET /auth/connect', () => {
  test('redirects the user to the vendor with a response that is not cached', async () => {
    const { hub } = await startConnecting()
    const response = await new Browser().open(`${hub.url}${CONNECT}`)
    expect(response.status).toBe(302)
    expect(response.headers.location).toBe(`https://vendor.example/authorize?state=${STATE}`)
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test('sets an encrypted cookie for ten minutes', async () => {
    const { hub } = await startConnecting()
    const { headers } = await send(`${hub.url}${CONNECT}`)
    const [cookie = ''] = headers['set-cookie'] ?? []
    expect(cookie).toMatch(/^pc-[0-9a-f]{16}=[A-Za-z0-9_.-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/)
    expect(Buffer.from(cookie, 'base64').toString()).not.toContain('connection-1')
    expect(cookie).not.toContain('connection-1')
  })

  test('sets it with the __Host- prefix and Secure if the hub has an https URL', async () => {
    const { hub } = await startConnecting({}, { environment: { BASE_URL: 'https://hub.example.com' } })
    const [cookie] = (await send(`${hub.url}${CONNECT}`)).headers['set-cookie'] ?? []
    expect(cookie).toMatch(/^__Host-pc-[0-9a-f]{16}=.*; Path=\/; .*; Secure$/)
    expect(cookie).not.toMatch(/Domain=/i)
  })

  const spellings = [
    'application=acme-all&connectionId=c1',
    'application=acme-all&connection_id=c1',
    'applicationName=acme-all&connectionId=c1',
    'app=acme-all&connection_id=c1',
    'state=c1.acme-all',
    'connectionId=c1',
    'connection_id=c1',
    'application=acme-all&connectionId=c1&connection_id=other&app=other&unknown=x',
    'application=acme-all&connectionId=c1&state=other.other',
  ]
  test.each(spellings)('accepts ?%s', async (query) => {
    const { hub } = await startConnecting()
    const { headers } = await send(`${hub.url}/auth/connect?${query}`)
    expect(headers.location).toBe('https://vendor.example/authorize?state=c1.acme-all')
  })

  test("accepts a connection's id with dots", async () => {
    const { hub } = await startConnecting()
    const { headers } = await send(`${hub.url}/auth/connect?state=a.b.c.acme-all`)
    expect(headers.location).toBe('https://vendor.example/authorize?state=a.b.c.acme-all')
  })

  const wrong = [
    '',
    'application=acme-all',
    'application=nope&connectionId=c1',
    'app=nope&connectionId=c1',
    'state=c1.nope',
    'state=nothing',
    'application=acme-all&connectionId=',
    'application=acme-all&connectionId=a%20b',
    'application=acme-all&connectionId=a%0d%0aSet-Cookie:x',
    `application=acme-all&connectionId=${'x'.repeat(401)}`,
    `application=${'x'.repeat(65)}&connectionId=c1`,
    'application=__proto__&connectionId=c1',
  ]
  test.each(wrong)('shows an HTML page and sets no cookie for ?%s', async (query) => {
    const { hub } = await startConnecting()
    const response = await new Browser().open(`${hub.url}/auth/connect?${query}`)
    expect([response.status, response.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(response.headers.location).toBeUndefined()
  })

  test.each([
    ['/auth/connect?application=acme-all', 'connectionId'],
    ['/auth/callback?state=%3Cscript%3E', 'state'],
    ['/auth/callback?code=x', 'state'],
  ])('names the invalid parameter of %s', async (path, wrong) => {
    const { hub } = await startConnecting()
    const { text } = await send(`${hub.url}${path}`)
    expect(text).toContain(`<p>The address of this page is incomplete or was changed. Check: ${wrong}.</p>`)
    expect(text).not.toMatch(/#\/|must match/)
  })

  test("requires the application's name if there are several", async () => {
    const vendor = fixtureVendor()
    const { hub } = await startConnecting({}, {
      vendors: [{ ...vendor, applications: [everything, { ...everything, name: 'acme-two', functions: {} }] }],
    } as HubOptions)
    expect((await send(`${hub.url}/auth/connect?connectionId=c1`)).status).toBe(400)
    expect((await send(`${hub.url}/auth/connect?connectionId=c1&app=acme-two`)).status).toBe(302)
  })

  test('tells that only the operator can mend an application that is not configured', async () => {
    const vendor = fixtureVendor()
    const other = {
      ...fixtureVendor(),
      name: 'other',
      variables: { key: { name: 'OTHER_KEY', required: true, description: '' } },
      applications: [{ ...everything, name: 'acme-two', functions: {} }],
    }
    const { hub } = await startConnecting({}, { vendors: [vendor, other] } as unknown as HubOptions)
    const { status, text } = await send(`${hub.url}/auth/connect?connectionId=c1&app=acme-two`)
    expect([status, text]).toEqual([400, expect.stringContaining('is not configured')])
    expect(text).toContain('Report this to the people who run this service')
    expect(text).not.toMatch(/connect again/i)
  })

  test('reports that an application has no sign-in', async () => {
    const vendors = [{ ...fixtureVendor(), applications: [{ name: 'bare' }] }]
    const { hub } = await startConnecting({}, { vendors })
    const response = await send(`${hub.url}/auth/connect?application=bare&connectionId=c1`)
    expect([response.status, response.text]).toEqual([404, expect.stringContaining('has no sign-in')])
  })

  test.each([{ type: 'popup', url: 'https://vendor.example' }, { type: 'redirect' }, undefined])(
    'names an application that connects in another way than by a redirect or a form: %j',
    async (result) => {
      const { hub } = await startConnecting({ connect: async () => result as never })
      const { status, headers } = await send(`${hub.url}${CONNECT}`)
      expect([status, headers.location]).toEqual([500, undefined])
      expect(hub.log()).toContain('auth.connect of acme-all returned neither a redirect nor a form')
    },
  )

  test("redirects only to the application's URL, whatever the request contains", async () => {
    const { hub } = await startConnecting()
    for (const name of ['redirect_uri', 'url', 'next', 'returnTo', 'redirect']) {
      const { headers } = await send(`${hub.url}${CONNECT}&${name}=https://evil.example/`)
      expect(headers.location).toMatch(/^https:\/\/vendor\.example\//)
      expect(headers.location).not.toContain('evil')
    }
  })
})

describe('a form of an application’s own', () => {
  const form = `<form method="post" action="/auth/callback"><input name="state"><input name="key" type="password"></form>`
  const auth: Partial<Auth<Settings>> = {
    connect: async () => ({ type: 'html', html: form }),
    callback: async ({ connectionId, parameters }) => ({
      connectionId,
      credential: { accessToken: parameters.key ?? '', email: 'ada@acme.example', profile: null },
    }),
  }

  test('is shown unchanged, and sends the key in a body', async () => {
    const { hub, registered } = await startConnecting(auth)
    const { connect, state, connectionId } = newAttempt()
    const browser = new Browser()
    const page = await browser.open(`${hub.url}${connect}`)
    const response = await browser.submit(`${hub.url}/auth/callback`, { state, key: 'api-key-0123456789' })
    expect([page.status, page.text, response.status]).toEqual([200, form, 200])
    expect(registered).toEqual([
      { connectionId, credential: { accessToken: 'api-key-0123456789', email: 'ada@acme.example', profile: null } },
    ])
    expect(hub.log()).not.toContain('api-key-0123456789')
  })

  test('is refused from a browser that did not start the attempt', async () => {
    const { hub, registered } = await startConnecting(auth)
    const response = await new Browser().submit(`${hub.url}/auth/callback`, {
      state: newAttempt().state,
      key: 'stolen-key-1',
    })
    expect([response.status, registered]).toEqual([400, []])
  })
})
