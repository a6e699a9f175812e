import { describe, expect, test } from '@jest/globals'
import { Browser, send } from '../../http.ts'
import { newState, start, type World } from './start-sign-in.ts'

/** Opens /auth/connect and consents at the vendor. Returns the query of the callback. */
async function consent({ hub, server }: World, state: string, client: { open: typeof send } = { open: send }) {
  const { headers } = await client.open(`${hub.url}/auth/connect?state=${state}`)
  return server.consent(String(headers.location)).callback
}

describe('a code of another attempt for the same connection', () => {
  test('is refused: whoever knows the connection’s id cannot finish another person’s attempt', async () => {
    const world = await start()
    const [person, attacker] = [new Browser(), new Browser()]
    const state = newState()
    await consent(world, state, person)
    const stolenTurn = await consent(world, state, attacker)
    const response = await person.open(`${world.hub.url}/auth/callback${stolenTurn}`)
    expect([response.status, world.registered]).toEqual([400, []])
    expect(response.text).toContain('Start the connection again')
  })

  test('is refused if a client without a cookie sends it', async () => {
    const world = await start()
    const state = newState()
    const codeOfBrowser = await consent(world, state, new Browser())
    await consent(world, state)
    expect((await send(`${world.hub.url}/auth/callback${codeOfBrowser}`)).status).toBe(400)
    expect(world.registered).toEqual([])
  })
})

describe('a client without a cookie', () => {
  test('finishes its own attempt once, in the process that began it', async () => {
    const world = await start()
    const callback = await consent(world, newState())
    const responses = [
      await send(`${world.hub.url}/auth/callback${callback}`),
      await send(`${world.hub.url}/auth/callback${callback}`),
    ]
    expect(responses.map(({ status }) => status)).toEqual([200, 400])
    expect(world.registered).toHaveLength(1)
  })

  test('cannot finish an attempt that a browser began, and its code is not sent to the vendor', async () => {
    const world = await start()
    const callback = await consent(world, newState(), new Browser())
    const response = await send(`${world.hub.url}/auth/callback${callback}`)
    expect([response.status, world.server.requests, world.registered]).toEqual([400, [], []])
    expect(response.text).toContain('was not started here')
  })

  test('cannot finish its attempt in another process, but a browser can', async () => {
    const [world, replica] = [await start(), await start()]
    const byScript = await consent(world, newState())
    expect((await send(`${replica.hub.url}/auth/callback${byScript}`)).status).toBe(400)
    const browser = new Browser()
    const environment = { ACME_ORIGIN: world.server.origin }
    const withSameVendor = await start({}, { environment })
    const byBrowser = await consent(world, newState(), browser)
    expect((await browser.open(`${withSameVendor.hub.url}/auth/callback${byBrowser}`)).status).toBe(200)
  })

  test('is refused with AUTH_BINDING=strict, even if it began the attempt', async () => {
    const world = await start({}, { environment: { AUTH_BINDING: 'strict' } })
    const callback = await consent(world, newState())
    expect((await send(`${world.hub.url}/auth/callback${callback}`)).status).toBe(400)
  })

  test('may be a browser with AUTH_BINDING=off', async () => {
    const world = await start({}, { environment: { AUTH_BINDING: 'off' } })
    const callback = await consent(world, newState(), new Browser())
    expect((await new Browser().open(`${world.hub.url}/auth/callback${callback}`)).status).toBe(200)
  })
})

describe('the issuer of a callback', () => {
  const ISSUER = 'https://accounts.acme.example'
  const open = async (suffix: string) => {
    const world = await start({}, {}, { isIssuer: (iss) => iss === ISSUER })
    const browser = new Browser()
    const callback = await consent(world, newState(), browser)
    return { world, response: await browser.open(`${world.hub.url}/auth/callback${callback}${suffix}`) }
  }

  test.each(['', `&iss=${encodeURIComponent(ISSUER)}`])('is accepted: “%s”', async (suffix) => {
    expect((await open(suffix)).response.status).toBe(200)
  })

  test.each(['&iss=https%3A%2F%2Faccounts.evil.example', '&iss=', `&iss=${encodeURIComponent(`${ISSUER}/`)}`])(
    'is refused before the code is sent: “%s”',
    async (suffix) => {
      const { world, response } = await open(suffix)
      expect([response.status, world.server.requests, world.registered]).toEqual([400, [], []])
      expect(response.text).toContain('does not come from Acme')
    },
  )

  test('is compared in an error, too', async () => {
    const world = await start({}, {}, { isIssuer: (iss) => iss === ISSUER })
    const browser = new Browser()
    const state = newState()
    await consent(world, state, browser)
    const { text } = await browser.open(`${world.hub.url}/auth/callback?state=${state}&error=access_denied&iss=x`)
    expect(text).toContain('does not come from Acme')
  })
})
