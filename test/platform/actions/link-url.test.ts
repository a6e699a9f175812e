import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { codeOf, newEmail } from '../graph/api.ts'
import { LINK, startTestPlatform, type TestPlatform } from './api.ts'
import { problem, withRetryAfter } from './provider.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await startTestPlatform()
})
afterAll(() => platform.stop())
afterEach(() => platform.reset())

const link = (email: string, input: object) => platform.execute(email, LINK, { input })
const DEAL_URL = 'https://acme.crm.example/deals/7'
const DEAL = {
  provider: 'acme',
  application: 'crm',
  externalId: 'deal-7',
  url: DEAL_URL,
  title: 'The deal',
  metadataType: 'Deal',
  documentHtml: '<p>Hi<script>bad()</script></p>',
}

describe('linkUrl', () => {
  test('creates a document for a URL that a provider knows, and returns the same one again', async () => {
    const email = newEmail()
    await platform.connect(email)
    platform.provider.on('/crm/link', () => ({ body: DEAL }))
    const first = await link(email, { url: DEAL_URL })
    expect(first.errors).toBeUndefined()
    expect(first.data.linkUrl).toMatchObject({
      provider: 'acme',
      application: 'crm',
      url: DEAL_URL,
      externalId: 'deal-7',
      title: 'The deal',
      block: {
        blockType: 'document',
        title: 'The deal',
        access: 'RW',
        documentHtml: '<p>Hi</p>',
        metadataType: 'Deal',
      },
    })
    expect((await link(email, { url: DEAL_URL })).data).toEqual(first.data)
    expect(platform.provider.requests.filter(({ path }) => path === '/crm/link')[0]?.body).toMatchObject({
      url: DEAL_URL,
      connectedProvider: { application: 'crm', credential: { accessToken: 'token-1' } },
    })
  })

  test('keeps no icon that is not on the web', async () => {
    const email = newEmail()
    await platform.connect(email)
    platform.provider.on('/crm/link', () => ({ body: { ...DEAL, iconUrl: 'data:text/html,x' } }))
    const { data, errors } = await link(email, { url: DEAL_URL })
    expect(errors).toBeUndefined()
    expect(data.linkUrl).toMatchObject({ url: DEAL_URL, iconUrl: null, block: { blockType: 'document' } })
  })

  test('stores a document with characters that PostgreSQL cannot store', async () => {
    const email = newEmail()
    await platform.connect(email)
    const text = 'Minutes\0 \ud83d'
    platform.provider.on('/crm/link', () => ({ body: { ...DEAL, externalId: text, title: text, text } }))
    const { data, errors } = await link(email, { url: DEAL_URL })
    expect(errors).toBeUndefined()
    expect(data.linkUrl).toMatchObject({ title: 'Minutes \ufffd', block: { title: 'Minutes \ufffd' } })
  })

  test.each<[string, () => Promise<unknown>, string]>([
    ['no application subscribes to', async () => undefined, 'https://www.example.org/a/b?c=d'],
    [
      'the provider does not know',
      async () => platform.provider.on('/crm/link', () => problem(404, 'not-found', 'No.')),
      DEAL_URL,
    ],
  ])('creates a website for a URL that %s, without fetching it', async (_, prepare, url) => {
    const email = newEmail()
    await platform.connect(email)
    await prepare()
    const first = await link(email, { url })
    const { host, pathname } = new URL(url)
    expect(first.data.linkUrl).toMatchObject({
      provider: null,
      externalId: null,
      url,
      title: `${host}${pathname}`,
      block: { blockType: 'website', title: `${host}${pathname}`, url, domain: host.replace('www.', ''), access: 'RW' },
    })
    expect((await link(email, { url })).data).toEqual(first.data)
  })

  test.each([DEAL_URL, 'https://www.example.org/'])('restores the block of %s from the archive', async (url) => {
    const email = newEmail()
    await platform.connect(email)
    platform.provider.on('/crm/link', () => ({ body: DEAL }))
    const first = await link(email, { url })
    const { _id } = (first.data.linkUrl as { block: { _id: string } }).block
    await platform.execute(email, `mutation { archiveOneBlock(input: { _id: "${_id}" }) { archived } }`)
    expect((await link(email, { url })).data).toEqual(first.data)
    const { data } = await platform.execute(email, `{ block(input: { _id: "${_id}" }) { archived } }`)
    expect(data.block).toEqual({ archived: false })
  })

  test.each([DEAL_URL, 'https://www.example.org/'])('creates one block for %s in concurrent requests', async (url) => {
    const email = newEmail()
    await platform.connect(email)
    platform.provider.on('/crm/link', () => ({ body: DEAL }))
    const responses = await Promise.all(Array.from({ length: 4 }, () => link(email, { url })))
    expect(responses[0]?.errors).toBeUndefined()
    for (const { data } of responses) expect(data).toEqual(responses[0]?.data)
  })

  test('calls providers in the order of the specificity of their patterns', async () => {
    const email = newEmail()
    await Promise.all([platform.connect(email, 'crm'), platform.connect(email, 'files')])
    const url = 'https://docs.crm.example/d/1'
    platform.provider.on('/crm/link', () => ({ body: { ...DEAL, url } }))
    const { data } = await link(email, { url })
    expect(data.linkUrl).toMatchObject({ application: 'crm', externalId: 'deal-7' })
    expect(platform.provider.requests.map(({ path }) => path)).toEqual(['/files/link', '/crm/link'])
  })

  test('attaches a link to a block once', async () => {
    const email = newEmail()
    await platform.connect(email)
    platform.provider.on('/crm/link', () => ({ body: DEAL }))
    const id = await platform.note(email)
    const input = { url: DEAL_URL, referenceBlock: { id, blockType: 'note' } }
    const { data, errors } = await link(email, input)
    expect(errors).toBeUndefined()
    expect(data.linkUrl).toMatchObject({ title: 'The deal', block: { _id: id } })
    expect((await link(email, input)).data).toEqual(data)
    const block = await platform.execute(email, `{ block(input: { _id: "${id}" }) { businessObjects { _id url } } }`)
    const { _id } = data.linkUrl as { _id: string }
    expect(block.data.block).toEqual({ businessObjects: [{ _id, url: DEAL_URL }] })
  })

  test('attaches nothing to a read-only block, and calls no provider', async () => {
    const [owner, reader, editor] = [newEmail(), newEmail(), newEmail()]
    await Promise.all([reader, editor].map((email) => platform.connect(email)))
    platform.provider.on('/crm/link', () => ({ body: DEAL }))
    const id = await platform.note(owner)
    await platform.share(owner, id, reader, 0)
    await platform.share(owner, id, editor, 1)
    const input = { url: DEAL_URL, referenceBlock: { id } }
    expect(codeOf(await link(reader, input))).toBe('FORBIDDEN')
    expect(codeOf(await link(newEmail(), input))).toBe('NOT_FOUND')
    expect(platform.provider.requests).toEqual([])
    expect((await link(editor, input)).data.linkUrl).toMatchObject({ externalId: 'deal-7' })
  })

  test.each([
    ['an ftp URL', 'ftp://files.example/a'],
    ['a script', 'javascript:alert(1)'],
    ['a text that is not a URL', 'no address'],
    ['a password', 'https://ada:secret@crm.example/'],
    ['a file URL', 'file:///etc/passwd'],
    ['a URL that is too long', `https://acme.crm.example/${'a'.repeat(2_000)}`],
  ])('refuses %s', async (_, url) => {
    const email = newEmail()
    const response = await link(email, { url })
    expect([codeOf(response), response.errors?.[0]?.extensions.argument]).toEqual(['BAD_USER_INPUT', 'input.url'])
    expect(platform.provider.requests).toEqual([])
  })

  test('reports why a provider could not resolve the URL', async () => {
    const email = newEmail()
    await platform.connect(email)
    platform.provider.on('/crm/link', () => withRetryAfter(problem(429, 'rate-limited', 'Slow down.'), 120))
    const limited = await link(email, { url: DEAL_URL })
    expect(limited.errors?.[0]).toMatchObject({
      message: 'Slow down.',
      extensions: { code: 'RATE_LIMITED', retryAfter: 120_000 },
    })
    platform.provider.on('/crm/link', () => problem(502, 'vendor-error', 'The vendor is down.'))
    const failed = await link(email, { url: DEAL_URL })
    expect(failed.errors?.[0]).toMatchObject({
      message: 'vendor-error: The vendor is down.',
      extensions: { code: 'UPSTREAM_FAILED', problem: { status: 502 } },
    })
    expect(platform.api.log()).not.toContain('token-1')
  })
})
