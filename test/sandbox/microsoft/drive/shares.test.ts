import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { ITEM_PATH, type MicrosoftSandbox, startMicrosoft } from '../../../../sandbox/microsoft/index.ts'
import {
  ADA,
  BILAL,
  type Caller,
  callAs,
  codeOf,
  FILES,
  IF_NECESSARY,
  itemPath,
  OMAR,
  OWN,
  planLink,
  shareToken,
} from './harness.ts'

let microsoft: MicrosoftSandbox
let ada: Caller

beforeEach(async () => {
  microsoft = await startMicrosoft()
  ada = callAs(microsoft, ADA)
})
afterEach(() => microsoft.stop())

const resolve = (url: string, init?: object, caller = ada) => caller.call(`/shares/${shareToken(url)}/driveItem`, init)

describe('sharing links', () => {
  test('must be redeemed, for the request only or for good', async () => {
    const url = planLink(microsoft)
    const plan = itemPath(microsoft.readItem(BILAL, ITEM_PATH.plan))
    expect(codeOf(await resolve(url))).toEqual([403, 'accessDenied'])
    const once = await resolve(url, IF_NECESSARY)
    expect([once.status, once.headers.get('preference-applied')]).toEqual([200, 'redeemSharingLinkIfNecessary'])
    expect((await ada.call(`/shares/${shareToken(url)}/driveItem/content`, IF_NECESSARY)).status).toBe(302)
    expect(codeOf(await ada.call(plan))).toEqual([403, 'accessDenied'])
    await resolve(url, { headers: { prefer: 'redeemSharingLink' } })
    expect((await ada.call(plan)).status).toBe(200)
    expect(microsoft.fileCalls({ method: 'shares.get' }).map(({ prefer }) => prefer)).toEqual([
      undefined,
      'redeemSharingLinkIfNecessary',
      'redeemSharingLink',
    ])
  })

  test.each([
    ['padded', (token: string) => `${token}=`],
    [
      'in plain base64',
      (token: string) => `u!${Buffer.from(Buffer.from(token.slice(2), 'base64url').toString()).toString('base64')}/+`,
    ],
    ['without u!', (token: string) => token.slice(2)],
    ['that is no URL', () => 'u!aGVsbG8'],
  ])('must be encoded: not %s', async (_, change) => {
    const token = encodeURIComponent(change(shareToken(planLink(microsoft))))
    expect(codeOf(await ada.call(`/shares/${token}/driveItem`, IF_NECESSARY))).toEqual([400, 'invalidRequest'])
  })

  test('admit the organization, the named users, or everybody', async () => {
    const omar = callAs(microsoft, OMAR, FILES)
    expect(codeOf(await resolve(planLink(microsoft), IF_NECESSARY, omar))).toEqual([403, 'accessDenied'])
    const plan = microsoft.readItem(BILAL, ITEM_PATH.private)
    const forOmar = microsoft.shareItem(plan, { scope: 'users', users: [OMAR] })
    expect((await resolve(forOmar.url, IF_NECESSARY, omar)).status).toBe(200)
    expect(codeOf(await resolve(forOmar.url, IF_NECESSARY))).toEqual([403, 'accessDenied'])
    const freight = microsoft.shareItem(microsoft.readItem(OMAR, ITEM_PATH.freight), { scope: 'anonymous' })
    expect(freight.url).toMatch(/^https:\/\/1drv\.ms\/w\/s!/)
    expect((await resolve(freight.url, IF_NECESSARY)).body.name).toBe(ITEM_PATH.freight)
    freight.revoked = true
    const gone = await resolve(freight.url, IF_NECESSARY)
    expect(gone.body.error.message).toBe(
      'The sharing link no longer exists, or you do not have permission to access it.',
    )
  })

  test('ignore the part after the question mark, but not the case of their path', async () => {
    const url = planLink(microsoft)
    expect((await resolve(url.replace(/\?.*/, ''), IF_NECESSARY)).status).toBe(200)
    expect(codeOf(await resolve(url.toLowerCase(), IF_NECESSARY))).toEqual([404, 'itemNotFound'])
  })

  test.each([
    'https://sharepoint.com.evil.example/:w:/s/Sales/E1',
    'https://evilsharepoint.com/x',
    'http://meridian.sharepoint.com/x',
    'https://meridian.sharepoint.com/:w:/s/Sales/Enothing',
  ])('lead nowhere: %s', async (url) => {
    expect(codeOf(await resolve(url, IF_NECESSARY))).toEqual([404, 'itemNotFound'])
  })

  test('need a scope that may write, and one with .All for other drives', async () => {
    const url = planLink(microsoft)
    const own = microsoft.shareItem(microsoft.readItem(ADA, ITEM_PATH.letter), { scope: 'organization' }).url
    const [reader, narrow] = [callAs(microsoft, ADA, ['Files.Read.All']), callAs(microsoft, ADA, OWN)]
    expect(codeOf(await resolve(url, IF_NECESSARY, reader))).toEqual([403, 'accessDenied'])
    expect(codeOf(await resolve(url, IF_NECESSARY, narrow))).toEqual([403, 'accessDenied'])
    expect((await resolve(own, {}, narrow)).status).toBe(200)
    Object.assign(microsoft.settings, { sharesScopes: 'any', sharesOfOthers: 'any-scope' })
    expect((await resolve(url, IF_NECESSARY, reader)).status).toBe(200)
    expect((await resolve(url, IF_NECESSARY, narrow)).status).toBe(200)
  })
})

describe('other addresses', () => {
  test('of the editor and of libraries are resolved for those who have access', async () => {
    const playbook = microsoft.readItem(microsoft.library('Sales'), ITEM_PATH.playbook)
    const marked =
      'https://meridian.sharepoint.com/:w:/r/sites/Sales/Shared%20Documents/Playbook/Sales%20playbook.docx?d=w1&csf=1&web=1'
    for (const url of [playbook.webUrl, marked]) expect((await resolve(url)).body.id).toBe(playbook.id)
    expect(codeOf(await resolve(microsoft.readItem(BILAL, ITEM_PATH.private).webUrl, IF_NECESSARY))).toEqual([
      403,
      'accessDenied',
    ])
    microsoft.settings.directLinks = 'refused'
    expect(codeOf(await resolve(playbook.webUrl))).toEqual([404, 'itemNotFound'])
  })
})

describe('createLink', () => {
  test('creates a link once, as far as the administrator allows it', async () => {
    const path = `${itemPath(microsoft.readItem(ADA, ITEM_PATH.letter))}/createLink`
    const first = await ada.call(path, { body: { type: 'view', scope: 'organization' } })
    const again = await ada.call(path, { body: { type: 'view', scope: 'organization' } })
    expect([first.status, again.status, again.body.link.webUrl]).toEqual([201, 200, first.body.link.webUrl])
    expect(codeOf(await ada.call(path, { body: { type: 'embed' } }))).toEqual([400, 'notSupported'])
    expect(codeOf(await ada.call(path, { body: { type: 'review' } }))).toEqual([400, 'invalidRequest'])
    microsoft.settings.anonymousLinks = 'disabled'
    expect(codeOf(await ada.call(path, { body: { type: 'view', scope: 'anonymous' } }))).toEqual([403, 'accessDenied'])
  })
})
