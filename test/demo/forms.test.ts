import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Browser } from '../../demo/browser.ts'
import { type FormValues, MissingFormValue, submitForms } from '../../demo/forms.ts'

const KEY_FORM = `<form method="post" action="/auth/callback">
  <input type="hidden" name="state" value="c1.acme &amp; co">
  <label>Key <input name="key" type='password' required></label>
  <button>Connect</button>
</form>`
const CONSENT = `<form method="post">
  <input type="radio" name="account" value="bo@a.example"><input type="radio" name="account" value="ada@a.example" checked>
  <input type="checkbox" name="scope" value="mail" checked><input type="checkbox" name="scope" value="files">
  <button name="decision" value="allow">Allow</button><button name="decision" value="cancel">Cancel</button>
</form>`
const LONG = `<form method="post" enctype="multipart/form-data">
  <input type="radio" name="site" value="production" checked><input type="radio" name="site" value="test">
  <label>Other <input name="site" aria-required="false"></label>
  <textarea name="key" aria-required="true"></textarea><input type="file" name="key">
  <textarea name="note" aria-required="false">as it is</textarea>
</form>`
const PAGES: Readonly<Record<string, string>> = {
  '/key': KEY_FORM,
  '/consent': CONSENT,
  '/long': LONG,
  '/popup': '<title>x</title><p>Open the app on your phone.</p>',
}

const received: string[] = []
let server: Server
let origin = ''
beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    if (request.method === 'POST') received.push(`${request.url} ${body}`)
    response.setHeader('Content-Type', 'text/html')
    response.end(request.method === 'POST' ? '<p>Connected.</p>' : (PAGES[request.url ?? ''] ?? ''))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
})

const submit = (path: string, ...formValues: FormValues[]) =>
  submitForms(new Browser(), `${origin}${path}`, 'bo@a.example', formValues)

test('a form of an application is filled in and posted to its action', async () => {
  expect(await submit('/key', { key: 'k 1' })).toBe('Connected.')
  expect(received.at(-1)).toBe('/auth/callback state=c1.acme+%26+co&key=k+1')
})

test('a form that asks for an unknown text is not posted, and its field is named', async () => {
  const count = received.length
  await expect(submit('/key')).rejects.toThrow(MissingFormValue)
  await expect(submit('/key')).rejects.toThrow(`the form at ${origin} asks for key`)
  expect(received.length).toBe(count)
})

test('on a consent page the account is chosen, the ticked scopes stay, and the first button is pressed', async () => {
  await submit('/consent')
  expect(received.at(-1)).toBe('/consent account=bo%40a.example&scope=mail&decision=allow')
})

test('a form gets the first set of values that fills all its fields, never a mixture of two', async () => {
  await submit('/long', { site: 'test' }, { key: 'k\n1' }, { key: 'k2', site: 'test' })
  const posted = received.at(-1) ?? ''
  const values = [...posted.matchAll(/name="(\w+)"\r\n\r\n([\s\S]*?)\r\n--/g)].map(([, name, value]) => [name, value])
  expect(values).toEqual([
    ['site', 'production'],
    ['site', ''],
    ['key', 'k\r\n1'],
    ['note', 'as it is'],
  ])
  await expect(submit('/long', { site: 'test' })).rejects.toThrow('asks for key')
})

test('another way of connecting is named as such', async () => {
  const text = `${origin}/popup shows “Open the app on your phone.”, which is neither a consent page nor a form`
  await expect(submit('/popup')).rejects.toThrow(text)
})
