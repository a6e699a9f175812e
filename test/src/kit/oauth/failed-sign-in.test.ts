import { describe, expect, test } from '@jest/globals'
import { escapeHtml } from '../../../../src/runtime/escape-html.ts'
import { faults } from '../../authorization-server.ts'
import { Browser, send } from '../../http.ts'
import { connect, start } from './start-sign-in.ts'

const withError = (error: Record<string, string>) => (callback: string) =>
  callback.replace(/code=.*/, new URLSearchParams(error).toString())

describe('a callback with an error', () => {
  test.each(['something_new', 'server_error', 'Call us at 555-0100'])(
    'that nobody knows is a 400: %s',
    async (error) => {
      const world = await start()
      const { status, text } = await connect(world, withError({ error }))
      expect(status).toBe(400)
      expect(text).toContain('Acme ended the sign-in with an error')
      expect(text.includes(error)).toBe(/^\w+$/.test(error))
    },
  )

  test('shows the hub’s sentence and, below it, the vendor’s text as a quotation', async () => {
    const world = await start()
    const error_description = 'AADSTS65004: User declined.\r\nTrace ID: 1'
    const { text } = await connect(world, withError({ error: 'access_denied', error_description }))
    expect(text).toContain('You did not allow it.')
    expect(text).toMatch(/<figcaption>Acme says:<\/figcaption><blockquote>AADSTS65004: User declined. Trace ID: 1</)
    expect(text.indexOf('You did not allow it.')).toBeLessThan(text.indexOf('<blockquote>'))
  })

  test('shows markup in the vendor’s text as text, without control characters and at most 300 of it', async () => {
    const world = await start()
    const error_description = `<b>bold</b>\u202e\u0000 ${'no '.repeat(400)}`
    const { text } = await connect(world, withError({ error: 'access_denied', error_description }))
    const [, quote = ''] = /<blockquote>(.*)<\/blockquote>/.exec(text) ?? []
    expect(quote).toMatch(/^&lt;b&gt;bold&lt;\/b&gt; [no ]+…$/)
    expect(quote.length).toBeLessThan(330)
  })

  test('quotes nothing if the vendor says nothing', async () => {
    const world = await start()
    const { text } = await connect(world, withError({ error: 'access_denied', error_description: ' \n' }))
    expect(text).not.toContain('<blockquote>')
  })

  test('quotes the token endpoint, too', async () => {
    const world = await start()
    world.server.failNext(faults.json(400, { error: 'invalid_grant', error_description: 'Malformed auth code.' }))
    const { status, text } = await connect(world)
    expect([status, text]).toEqual([400, expect.stringContaining('<blockquote>Malformed auth code.</blockquote>')])
  })

  test('shows no link to an administrator’s page if the vendor has none', async () => {
    const world = await start()
    const { text } = await connect(world, withError({ error: 'access_denied' }))
    expect(text).not.toContain('id="link"')
  })
})

describe('the approval of an administrator', () => {
  const adminConsent = {
    endpoint: ({ origin }: { origin: string }) => `${origin}/adminconsent`,
    reasons: ['access_denied'],
  }

  test('is asked for with a link that leads to the vendor and back to this hub', async () => {
    const world = await start({}, {}, { adminConsent })
    const { text } = await connect(world, withError({ error: 'access_denied' }))
    const [, address = ''] = /id="link" readonly value="([^"]+)"/.exec(text) ?? []
    const url = new URL(address.replaceAll('&amp;', '&'))
    expect(`${url.origin}${url.pathname}`).toBe(`${world.server.origin}/adminconsent`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'client-1',
      redirect_uri: 'http://127.0.0.1/auth/callback',
      scope: 'openid mail.read calendar.read',
      state: '~admin-consent.acme-mail',
    })
    expect(text).toContain(`<a href="${escapeHtml(url.href)}">`)
  })

  test('is told to the window that opened the page, with what the page says and without the vendor’s text', async () => {
    const world = await start({}, {}, { adminConsent })
    const error_description = 'AADSTS65004: User declined.'
    const { text } = await connect(world, withError({ error: 'access_denied', error_description }))
    const [, message = ''] = /postMessage\((\{.*\}), "/.exec(text) ?? []
    expect(JSON.parse(message)).toMatchObject({
      type: 'error',
      problem: 'validation-error',
      title: 'Connection failed',
      paragraphs: [expect.stringMatching(/^You did not allow it\./), 'Connect again when that is done.'],
      link: { url: expect.stringContaining('/adminconsent') },
    })
    expect(message).not.toContain('AADSTS65004')
  })

  test('is offered only for errors that a missing approval may cause', async () => {
    const world = await start({}, {}, { adminConsent })
    expect((await connect(world, withError({ error: 'server_error' }))).text).not.toContain('id="link"')
  })

  test('is confirmed on a page, in a browser that began nothing, and registers nothing', async () => {
    const world = await start({}, {}, { adminConsent })
    const query = 'admin_consent=True&tenant=t-1&scope=x&state=~admin-consent.acme-mail'
    const { status, text } = await new Browser().open(`${world.hub.url}/auth/callback?${query}`)
    expect([status, world.registered, world.server.requests]).toEqual([200, [], []])
    expect(text).toContain('is approved')
    expect(text).not.toContain('postMessage')
  })

  test.each(['error=consent_required&error_description=Declined.', 'tenant=t-1', 'admin_consent=False'])(
    'that was not given is told: %s',
    async (query) => {
      const world = await start({}, {}, { adminConsent })
      const response = await new Browser().open(
        `${world.hub.url}/auth/callback?state=~admin-consent.acme-mail&${query}`,
      )
      expect(response.status).toBe(400)
      expect(response.text).toContain('The application was not approved at Acme.')
      expect(response.text).toContain('sign in as an administrator')
      expect(response.text).not.toContain('connect again')
    },
  )

  test('is unknown to a vendor that has no such page', async () => {
    const world = await start()
    const { status } = await send(`${world.hub.url}/auth/callback?state=~admin-consent.acme-mail&admin_consent=True`)
    expect(status).toBe(400)
  })
})
