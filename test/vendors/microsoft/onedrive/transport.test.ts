import { describe, expect, test } from '@jest/globals'
import nock from 'nock'
import type { Call } from '../../../../src/kit/application.ts'
import { replaceHeldSecrets, withRequestSecrets } from '../../../../src/runtime/secret.ts'
import { toContentAddress } from '../../../../vendors/microsoft/onedrive/addresses.ts'
import { FilesClient } from '../../../../vendors/microsoft/onedrive/client.ts'
import type { MicrosoftSettings } from '../../../../vendors/microsoft/settings.ts'
import { cutNetwork } from '../../../kit/network.ts'
import { aWordFile, paragraph } from '../../../src/kit/documents/word-files.ts'
import { aCredential, problemOf, SETTINGS } from '../builders.ts'
import {
  anItem,
  CONTENT_HOST,
  CONTENT_PATH,
  contentHost,
  graphOf,
  onedriveCall,
  resolve,
  SHARE,
  TOKEN,
} from './builders.ts'

cutNetwork()

const ORIGIN = 'http://127.0.0.1:4020'
const settings = { ...SETTINGS, origin: ORIGIN }
const bytes = Buffer.from(aWordFile({ body: paragraph('Hello') }))
const clientOf = (call: Call<MicrosoftSettings> = onedriveCall()) =>
  new FilesClient(aCredential(), call, '#/connectedProvider')
const download = (call?: Call<MicrosoftSettings>, maxBytes = 1_000_000) => clientOf(call).getContent('/x', {}, maxBytes)
const redirect = (location: string, origin = 'https://graph.microsoft.com') =>
  nock(origin, { reqheaders: { authorization: `Bearer ${TOKEN}` } })
    .get('/v1.0/x')
    .reply(302, '', { Location: location })

describe('the content of a file', () => {
  test('is requested from another host without the access token, a cookie or a preference', async () => {
    redirect(`${CONTENT_HOST}${CONTENT_PATH}`)
    nock(CONTENT_HOST, { badheaders: ['authorization', 'cookie', 'prefer'] })
      .get(CONTENT_PATH)
      .reply(200, bytes)
    expect(Buffer.from(await download())).toEqual(bytes)
  })

  test('may be in the response itself', async () => {
    graphOf(TOKEN).get('/v1.0/x').reply(200, bytes)
    expect(Buffer.from(await download())).toEqual(bytes)
  })

  test.each([
    'https://evil.example/_layouts/15/download.aspx',
    'https://sharepoint.com.evil.example/x',
    'https://evil-sharepoint.com/x',
    'http://contoso.sharepoint.com/x',
    'https://contoso.sharepoint.com:8443/x',
    'https://user:pass@contoso.sharepoint.com/x',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/x',
    'https://graph.microsoft.com/v1.0/me',
    'file:///etc/passwd',
    '/relative',
    '',
  ])('is not requested from any other host: %s', async (location) => {
    redirect(location)
    expect(await problemOf(download())).toMatchObject({ status: 502, reasons: ['foreign-address'] })
  })

  test('is not requested from where the second host redirects to', async () => {
    redirect(`${CONTENT_HOST}${CONTENT_PATH}`)
    contentHost()
      .get(CONTENT_PATH)
      .reply(302, '', { Location: `${CONTENT_HOST}/next` })
    const next = contentHost().get('/next').reply(200, bytes)
    expect(await problemOf(download())).toMatchObject({ status: 502 })
    expect(next.isDone()).toBe(false)
  })

  test('is not read beyond the size limit', async () => {
    redirect(`${CONTENT_HOST}${CONTENT_PATH}`)
    contentHost().get(CONTENT_PATH).reply(200, Buffer.alloc(2_000))
    expect(await problemOf(download(onedriveCall(), 1_999))).toMatchObject({ reasons: ['oversized-response'] })
  })

  test.each([401, 403])('that is refused with %i says nothing about the connection', async (status) => {
    redirect(`${CONTENT_HOST}${CONTENT_PATH}`)
    contentHost()
      .get(CONTENT_PATH)
      .reply(status, { error: { code: 'unauthenticated' } })
    expect(await problemOf(download())).toMatchObject({ status: 502, reasons: ['expired-address'] })
  })

  test('is requested again if its host fails for a moment', async () => {
    redirect(`${CONTENT_HOST}${CONTENT_PATH}`)
    contentHost().get(CONTENT_PATH).reply(503, '', { 'Retry-After': '0' })
    contentHost().get(CONTENT_PATH).reply(200, bytes)
    expect(Buffer.from(await download())).toEqual(bytes)
  })
})

describe('an address of content', () => {
  test.each([
    'https://contoso.sharepoint.com/_layouts/15/download.aspx?b=1&a=2&tempauth=v1.ey%2B',
    'https://contoso-my.sharepoint.com/personal/ann/_api/v2.0/drives/b!1/items/01/uploadSession?guid=1&tempauth=2',
    'https://public.bn.files.1drv.com/y4m1',
    'https://api.onedrive.com/rup/0f09/eyJ',
    'https://my.microsoftpersonalcontent.com/personal/0f/_layouts/15/download.aspx?tempauth=1',
    'https://northeurope1-mediap.svc.ms/transform/pdf?provider=spo',
  ])('of Microsoft is used as it is: %s', (address) => {
    expect(toContentAddress(address, SETTINGS).href).toBe(address)
  })

  test('leads to the configured origin, with its path', () => {
    const address = 'https://contoso.sharepoint.com/_layouts/15/download.aspx?b=1&a=2'
    expect(toContentAddress(address, settings).href).toBe(`${ORIGIN}/_layouts/15/download.aspx?b=1&a=2`)
    expect(toContentAddress(`${ORIGIN}/upload/1`, settings).href).toBe(`${ORIGIN}/upload/1`)
    expect(toContentAddress('https://contoso.sharepoint.com//evil.example/x', settings).host).toBe('127.0.0.1:4020')
    for (const foreign of ['https://evil.example/x', 'http://127.0.0.1:4021/x', 'http://contoso.sharepoint.com/x']) {
      expect(() => toContentAddress(foreign, settings)).toThrow('unexpected address')
    }
    expect(() => toContentAddress(`${ORIGIN}/upload/1`, SETTINGS)).toThrow('unexpected address')
  })

  test('is a secret of the request', () => {
    withRequestSecrets(() => {
      toContentAddress(`${CONTENT_HOST}${CONTENT_PATH}`, SETTINGS)
      const line = replaceHeldSecrets(`GET ${CONTENT_HOST}${CONTENT_PATH} tempauth: eyJ0eXAi-secret-of-download`)
      expect(line).not.toMatch(/tempauth=|secret/)
    })
  })
})

test('with a configured origin, every request goes there, and content is requested without the token', async () => {
  const address = SHARE.replace('/content', '')
  nock(ORIGIN, { reqheaders: { authorization: `Bearer ${TOKEN}`, prefer: 'redeemSharingLinkIfNecessary' } })
    .get(address)
    .reply(200, anItem())
    .get(`${address}/content`)
    .reply(302, '', { Location: `${CONTENT_HOST}${CONTENT_PATH}` })
  contentHost(ORIGIN).get(CONTENT_PATH).reply(200, bytes)
  expect(await resolve(undefined, onedriveCall({ settings }))).toMatchObject({ text: 'Hello' })
  expect(nock.pendingMocks()).toEqual([])
})

test('no address of content is logged, whatever happens', async () => {
  const lines: string[] = []
  const write = (fields: object, message: string) => lines.push(JSON.stringify([fields, String(fields), message]))
  const log = { debug: write, info: write, warn: write, error: write }
  for (const fail of [
    () => contentHost().get(CONTENT_PATH).reply(401, ''),
    () => contentHost().get(CONTENT_PATH).replyWithError('socket hang up'),
    () => contentHost().get(CONTENT_PATH).reply(200, 'no document'),
  ]) {
    graphOf(TOKEN).get(SHARE).reply(200, anItem())
    graphOf(TOKEN)
      .get(`${SHARE}/content`)
      .reply(302, '', { Location: `${CONTENT_HOST}${CONTENT_PATH}` })
    fail()
    await resolve(undefined, onedriveCall({ log })).catch((error) => write(error, String(error.cause)))
  }
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.join('\n')).not.toMatch(/tempauth|secret-of-download|download\.aspx/)
})
