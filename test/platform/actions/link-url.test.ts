import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { codeOf, someone } from '../graph/api.ts'
import { LINK, type TestPlatform, startTestPlatform } from './api.ts'
import { withRetryAfter, problem } from './provider.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await startTestPlatform()
})
afterAll(() => platform.stop())
afterEach(() => platform.reset())

const link = (email: string, input: object) => platform.ask(email, LINK, { input })
const URL_OF_DEAL = 'https://acme.crm.example/deals/7'
const DEAL = {
  ...{ provider: 'acme', application: 'crm', externalId: 'deal-7', url: URL_OF_DEAL, title: 'The deal' },
  ...{ metadataType: 'Deal', documentHtml: '<p>Hi<script>bad()</script></p>' },
}

describe('linkUrl', () => {
  test('makes a document of what a provider knows behind the address, and the same one again', async () => {
    const email = someone()
    await platform.connect(email)
    platform.provider.on('/crm/link', () => ({ body: DEAL }))
    const first = await link(email, { url: URL_OF_DEAL })
    expect(first.errors).toBeUndefined()
    expect(first.data.linkUrl).toMatchObject({
      ...{ provider: 'acme', application: 'crm', url: URL_OF_DEAL, externalId: 'deal-7', title: 'The deal' },
      block: {
        blockType: 'document',
        title: 'The deal',
        access: 'RW',
        documentHtml: '<p>Hi</p>',
        metadataType: 'Deal',
      },
    })
    expect((await link(email, { url: URL_OF_DEAL })).data).toEqual(first.data)
    expect(platform.provider.requests.filter(({ path }) => path === '/crm/link')[0]?.body).toMatchObject({
      ...{ url: URL_OF_DEAL, connectedProvider: { application: 'crm', credential: { accessToken: 'token-1' } } },
    })
  })

  test.each<[string, () => Promise<unknown>, string]>([
    ['nobody subscribes to', async () => undefined, 'https://www.example.org/a/b?c=d'],
    [
      'the provider does not know',
      async () => platform.provider.on('/crm/link', () => problem(404, 'not-found', 'No.')),
      URL_OF_DEAL,
    ],
  ])('makes a website of an address that %s, without calling it', async (_, prepare, url) => {
    const email = someone()
    await platform.connect(email)
    await prepare()
    const first = await link(email, { url })
    const { host, pathname } = new URL(url)
    expect(first.data.linkUrl).toMatchObject({
      ...{ provider: null, externalId: null, url, title: `${host}${pathname}` },
      block: { blockType: 'website', title: `${host}${pathname}`, url, domain: host.replace('www.', ''), access: 'RW' },
    })
    expect((await link(email, { url })).data).toEqual(first.data)
  })

  test.each([URL_OF_DEAL, 'https://www.example.org/'])('brings what %s is back from the archive', async (url) => {
    const email = someone()
    await platform.connect(email)
    platform.provider.on('/crm/link', () => ({ body: DEAL }))
    const first = await link(email, { url })
    const { _id } = (first.data.linkUrl as { block: { _id: string } }).block
    await platform.ask(email, `mutation { archiveOneBlock(input: { _id: "${_id}" }) { archived } }`)
    expect((await link(email, { url })).data).toEqual(first.data)
    const { data } = await platform.ask(email, `{ block(input: { _id: "${_id}" }) { archived } }`)
    expect(data.block).toEqual({ archived: false })
  })

  test.each([URL_OF_DEAL, 'https://www.example.org/'])(
    'makes one block of %s, however many ask at once',
    async (url) => {
      const email = someone()
      await platform.connect(email)
      platform.provider.on('/crm/link', () => ({ body: DEAL }))
      const answers = await Promise.all(Array.from({ length: 4 }, () => link(email, { url })))
      expect(answers[0]?.errors).toBeUndefined()
      for (const { data } of answers) expect(data).toEqual(answers[0]?.data)
    },
  )

  test('asks those first whose pattern says most, and others after them', async () => {
    const email = someone()
    await Promise.all([platform.connect(email, 'crm'), platform.connect(email, 'files')])
    const url = 'https://docs.crm.example/d/1'
    platform.provider.on('/crm/link', () => ({ body: { ...DEAL, url } }))
    const { data } = await link(email, { url })
    expect(data.linkUrl).toMatchObject({ application: 'crm', externalId: 'deal-7' })
    expect(platform.provider.requests.map(({ path }) => path)).toEqual(['/files/link', '/crm/link'])
  })

  test('attaches what it finds to a block, once', async () => {
    const email = someone()
    await platform.connect(email)
    platform.provider.on('/crm/link', () => ({ body: DEAL }))
    const id = await platform.note(email)
    const input = { url: URL_OF_DEAL, referenceBlock: { id, blockType: 'note' } }
    const { data, errors } = await link(email, input)
    expect(errors).toBeUndefined()
    expect(data.linkUrl).toMatchObject({ title: 'The deal', block: { _id: id } })
    expect((await link(email, input)).data).toEqual(data)
    const read = await platform.ask(email, `{ block(input: { _id: "${id}" }) { businessObjects { _id url } } }`)
    const { _id } = data.linkUrl as { _id: string }
    expect(read.data.block).toEqual({ businessObjects: [{ _id, url: URL_OF_DEAL }] })
  })

  test('attaches nothing to a block that may only be read, and asks nobody', async () => {
    const [owner, reader, editor] = [someone(), someone(), someone()]
    await Promise.all([reader, editor].map((email) => platform.connect(email)))
    platform.provider.on('/crm/link', () => ({ body: DEAL }))
    const id = await platform.note(owner)
    await platform.share(owner, id, reader, 0)
    await platform.share(owner, id, editor, 1)
    const input = { url: URL_OF_DEAL, referenceBlock: { id } }
    expect(codeOf(await link(reader, input))).toBe('FORBIDDEN')
    expect(codeOf(await link(someone(), input))).toBe('NOT_FOUND')
    expect(platform.provider.requests).toEqual([])
    expect((await link(editor, input)).data.linkUrl).toMatchObject({ externalId: 'deal-7' })
  })

  test.each([
    ['an address of files', 'ftp://files.example/a'],
    ['a script', 'javascript:alert(1)'],
    ['what is no address', 'no address'],
    ['a password', 'https://ada:secret@crm.example/'],
    ['a file of the machine', 'file:///etc/passwd'],
    ['an address that is too long', `https://acme.crm.example/${'a'.repeat(2_000)}`],
  ])('refuses %s', async (_, url) => {
    const email = someone()
    const answer = await link(email, { url })
    expect([codeOf(answer), answer.errors?.[0]?.extensions.argument]).toEqual(['BAD_USER_INPUT', 'input.url'])
    expect(platform.provider.requests).toEqual([])
  })

  test('says what is wrong when the provider cannot answer', async () => {
    const email = someone()
    await platform.connect(email)
    platform.provider.on('/crm/link', () => withRetryAfter(problem(429, 'rate-limited', 'Slow down.'), 120))
    const limited = await link(email, { url: URL_OF_DEAL })
    expect(limited.errors?.[0]).toMatchObject({
      message: 'Slow down.',
      extensions: { code: 'RATE_LIMITED', retryAfter: 120_000 },
    })
    platform.provider.on('/crm/link', () => problem(502, 'vendor-error', 'The vendor is down.'))
    const failed = await link(email, { url: URL_OF_DEAL })
    expect(failed.errors?.[0]).toMatchObject({
      message: 'vendor-error: The vendor is down.',
      extensions: { code: 'UPSTREAM_FAILED', problem: { status: 502 } },
    })
    expect(platform.api.log()).not.toContain('token-1')
  })
})
