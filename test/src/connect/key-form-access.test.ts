import { afterEach, describe, expect, test } from '@jest/globals'
import { fixtureVendor } from '../fixture-vendor.ts'
import { Browser, send } from '../http.ts'
import { type RunningHub, startHub } from '../hub.ts'
import { createRsaKey } from '../kit/key-connections/sample-keys.ts'
import { toFormRequest } from './form-request.ts'
import { keyApplication } from './key-vendor.ts'

const STATE = 'key-1.acme-all'
const FORM = '/auth/connect?application=acme-all&connectionId=key-1&method=key'
const key = createRsaKey(4096)
const FIELDS = { state: STATE, clientId: 'client-1', privateKey: key.pkcs8 }

const running: RunningHub[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((hub) => hub.stop()))
})
async function start(environment: Record<string, string> = {}): Promise<RunningHub> {
  const hub = await startHub({ vendors: [fixtureVendor(keyApplication)], environment })
  running.push(hub)
  return hub
}

describe('the way of connecting', () => {
  test('is signing in unless the key is requested', async () => {
    const hub = await start()
    const oauth = await send(`${hub.url}${FORM.replace('&method=key', '')}`)
    const named = await send(`${hub.url}${FORM.replace('method=key', 'method=oauth')}`)
    const form = await send(`${hub.url}${FORM}`)
    expect([oauth.status, named.status, form.status]).toEqual([302, 302, 200])
    expect(form.text).toContain('enctype="multipart/form-data"')
  })

  test.each(['saml', '', 'KEY'])('is refused with a page that names the parameter: %j', async (method) => {
    const hub = await start()
    const response = await send(`${hub.url}${FORM.replace('method=key', `method=${method}`)}`)
    expect([response.status, response.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
    expect(response.text).toContain('Check: method.')
  })

  test('is refused if the application has another one only', async () => {
    const hub = await startHub()
    running.push(hub)
    const response = await send(`${hub.url}${FORM}`)
    expect([response.status, response.text.includes('Check: method.')]).toEqual([400, true])
    expect((await send(`${hub.url}/acme-all/key`, await toFormRequest(FIELDS))).status).toBe(404)
  })
})

describe('a posted form', () => {
  test('is refused as GET, too large, of another type, or unreadable', async () => {
    const hub = await start()
    const url = `${hub.url}/acme-all/key`
    const get = await send(`${url}?state=${STATE}&privateKey=secret`)
    expect([get.status, get.headers.allow, get.headers['content-type']]).toEqual([
      405,
      'POST',
      'text/html; charset=utf-8',
    ])
    const valid = await toFormRequest(FIELDS)
    const send413 = await send(url, await toFormRequest({ ...FIELDS, note: 'x'.repeat(65_536) }))
    expect(send413.status).toBe(413)
    const chunked = { ...valid.headers, 'Transfer-Encoding': 'chunked' }
    const { body } = await toFormRequest({ ...FIELDS, note: 'x'.repeat(70_000) })
    expect((await send(url, { method: 'POST', headers: chunked, ...(body && { body }) })).status).toBe(413)
    const json = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(FIELDS) }
    expect((await send(url, json)).status).toBe(415)
    const zipped = { ...valid, headers: { ...valid.headers, 'Content-Encoding': 'gzip' } }
    expect((await send(url, zipped)).status).toBe(415)
    const garbage = { ...valid, body: 'garbage' }
    expect((await send(url, garbage)).status).toBe(400)
  })

  test.each([
    ['no state', {}],
    ['the state of another application', { state: 'key-1.nobody' }],
    ['no application in its state', { state: 'key-1' }],
  ])('with %s is refused', async (_name, changes) => {
    const hub = await start()
    const { state: _state, ...others } = FIELDS
    const response = await send(`${hub.url}/acme-all/key`, await toFormRequest({ ...others, ...changes }))
    expect([response.status, response.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
  })

  test('with the attempt of another application of the same vendor is refused', async () => {
    const other = fixtureVendor({ ...keyApplication, name: 'acme-other', functions: {} })
    const hub = await startHub({ vendors: [fixtureVendor(keyApplication), other] })
    running.push(hub)
    const person = new Browser()
    await person.open(`${hub.url}${FORM}`)
    const response = await person.open(`${hub.url}/acme-other/key`, await toFormRequest(FIELDS))
    expect([response.status, response.text.includes('Check: state.')]).toEqual([400, true])
  })

  test('of an unknown application is refused', async () => {
    const hub = await start()
    expect((await send(`${hub.url}/nobody/key`, await toFormRequest(FIELDS))).status).toBe(400)
  })

  test('is refused when there are very many from one address, with a page; what is refused before costs nothing', async () => {
    const hub = await start()
    const postMany = async (fields: Record<string, string>) => {
      const request = await toFormRequest(fields)
      const many = Array.from({ length: 70 }, () => send(`${hub.url}/acme-all/key`, request))
      return (await Promise.all(many)).map(({ status, text }) => [status, text.includes('Too many keys')] as const)
    }
    const refused = await postMany({ state: 'key-1.nobody' })
    expect(new Set(refused.map(([status]) => status))).toEqual(new Set([400]))
    const statuses = await postMany({ state: STATE })
    expect(statuses.filter(([status]) => status === 400).length).toBeGreaterThanOrEqual(50)
    expect(statuses.filter(([status, isExplained]) => status === 502 && isExplained).length).toBeGreaterThan(0)
  })

  test.each(['cross-site', 'same-site'])(
    'of a page of another site (%s) is refused, whoever sends it',
    async (site) => {
      const hub = await start({ AUTH_BINDING: 'off' })
      const request = await toFormRequest(FIELDS)
      const from = (value: string) => ({ ...request, headers: { ...request.headers, 'Sec-Fetch-Site': value } })
      const forged = await send(`${hub.url}/acme-all/key`, from(site))
      expect([forged.status, forged.text.includes('another site')]).toEqual([400, true])
      expect((await send(`${hub.url}/acme-all/key`, from('same-origin'))).status).toBe(303)
    },
  )
})

test('a form that is posted to the callback is in no log, whatever its fields are called', async () => {
  const hub = await start()
  const form = { state: STATE, pin: 'a-secret-pin' }
  expect((await new Browser().submit(`${hub.url}/auth/callback`, form)).status).toBe(400)
  expect(hub.log()).toContain('request body')
  expect(hub.log()).not.toContain('a-secret-pin')
})

describe('the attempt of a browser', () => {
  test('is not finished by another browser, neither at the form nor at the callback', async () => {
    const hub = await start()
    const [victim, attacker] = [new Browser(), new Browser()]
    await victim.open(`${hub.url}${FORM}`)
    expect((await attacker.open(`${hub.url}/acme-all/key`, await toFormRequest(FIELDS))).status).toBe(400)
    const posted = await victim.open(`${hub.url}/acme-all/key`, await toFormRequest(FIELDS))
    expect((await attacker.open(`${hub.url}${posted.headers.location}`)).status).toBe(400)
    expect((await victim.open(`${hub.url}${posted.headers.location}`)).status).toBe(200)
  })

  test('has its full time again from the moment when the form is posted', async () => {
    const hub = await start()
    const person = new Browser()
    await person.open(`${hub.url}${FORM}`)
    const posted = await person.open(`${hub.url}/acme-all/key`, await toFormRequest(FIELDS))
    const cookies = (posted.headers['set-cookie'] ?? []).filter((line) => /^pc-[0-9a-f]{16}=/.test(line))
    expect(cookies).toEqual([expect.stringContaining('Max-Age=600')])
  })

  test('has cookies for secure connections only if the hub has one', async () => {
    const hub = await start({ BASE_URL: 'https://hub.example' })
    const person = new Browser()
    await person.open(`${hub.url}${FORM}`)
    const posted = await person.open(`${hub.url}/acme-all/key`, await toFormRequest(FIELDS))
    for (const line of posted.headers['set-cookie'] ?? []) expect(line).toMatch(/^__Host-pc-.*; Secure$/)
    expect(posted.status).toBe(303)
  })
})

describe('a client that is no browser', () => {
  const script = { 'User-Agent': 'a script' }
  const withCookie = async (fields: Record<string, string>) => {
    const request = await toFormRequest(fields)
    return { ...request, headers: { ...request.headers, ...script } }
  }

  test.each(['auto', 'off'])('needs no cookies at one copy of the hub (%s), not even a form', async (binding) => {
    const hub = await start({ AUTH_BINDING: binding })
    const posted = await send(`${hub.url}/acme-all/key`, await withCookie(FIELDS))
    expect(posted.status).toBe(303)
    const callback = `${hub.url}${posted.headers.location}`
    expect((await send(callback, { headers: script })).status).toBe(200)
    expect((await send(callback, { headers: script })).status).toBe(400)
  })

  test('needs them where the binding is strict', async () => {
    const hub = await start({ AUTH_BINDING: 'strict' })
    await send(`${hub.url}${FORM}`, { headers: script })
    expect((await send(`${hub.url}/acme-all/key`, await withCookie(FIELDS))).status).toBe(400)
  })
})
