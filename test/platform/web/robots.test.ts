import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { WebClient } from '../../../platform/web/client.ts'
import { DEFAULT_WEB_LIMITS } from '../../../platform/web/options.ts'
import { Robots } from '../../../platform/web/robots.ts'
import { redirectTo, type Site, startSite } from './site.ts'

let site: Site
let client: WebClient
let robots: Robots
beforeAll(async () => {
  site = await startSite()
  const limits = { ...DEFAULT_WEB_LIMITS, timeoutMs: 2_000 }
  client = new WebClient({ allowedHosts: new Set([site.host]), limits, publicUrl: undefined, now: Date.now })
})
afterAll(() => Promise.all([client.close(), site.stop()]))
beforeEach(() => {
  robots = new Robots(client)
})
afterEach(() => {
  site.requests.length = 0
})

const TEXT = { 'Content-Type': 'text/plain' }
const require = (path: string) => robots.requireAllowed(new URL(path, site.origin))

describe('robots.txt', () => {
  test('is read once and obeyed: the rules for this robot, else those for all', async () => {
    site.serve('/robots.txt', 'User-agent: *\nDisallow: /private\nAllow: /private/open\nCrawl-delay: 3', TEXT)
    await require('/')
    await require('/private/open')
    await expect(require('/private/x')).rejects.toMatchObject({ isTemporary: false })
    expect([site.paths(), robots.delayOf(site.origin)]).toEqual([['/robots.txt'], 3_000])
    site.serve('/robots.txt', 'User-agent: *\nDisallow: /\n\nUser-agent: ProviderHub\nDisallow: /no', TEXT)
    robots = new Robots(client)
    await require('/private/x')
    await expect(require('/no/x')).rejects.toThrow('robots.txt')
  })

  test('may group robots as it likes, and name this one with its version', async () => {
    const rules = '# All\nUser-agent: other\nUser-agent: ProviderHub/1.0 # us\nuser-agent: *\nDisallow: /a # private'
    site.serve(
      '/robots.txt',
      `${rules}\nSitemap: /s\nUser-agent: other\nDisallow: /b\n\nUser-agent: providerhub\nDisallow: /c*.pdf$`,
      TEXT,
    )
    await require('/b')
    await require('/c/x.pdf?y')
    await expect(require('/a/x')).rejects.toMatchObject({ isTemporary: false })
    await expect(require('/c/x.pdf')).rejects.toMatchObject({ isTemporary: false })
  })

  const many = (line: string, count: number) => `${line}\n`.repeat(count)
  test.each([
    ['of billions of pairs of a robot and a rule', `${many('User-agent: x', 38_000)}${many('Allow: /', 50_000)}`, true],
    ['that names this one very often', `${many('User-agent: *', 50_000)}Disallow: /y\nDisallow: /x/*`, true],
    ['with a pattern of wildcards only', `User-agent: *\nDisallow: /${'*'.repeat(400_000)}x`, true],
    ['with more rules than any site needs', `User-agent: *\n${many('Disallow: /a', 50_000)}`, false],
    ['with rules that are slow to compare', `User-agent: *\n${many(`Disallow: ${'*a'.repeat(2_000)}`, 20)}`, false],
  ])('is followed as far as it can be: one %s', async (_, text, isAllowed) => {
    site.serve('/robots.txt', text, TEXT)
    const allowed = require(`/${'a'.repeat(3_000)}`)
    if (isAllowed) await allowed
    else await expect(allowed).rejects.toMatchObject({ isTemporary: false })
  })

  test.each([
    ['is missing', 404],
    ['is forbidden', 403],
  ])('that %s allows everything', async (_, status) => {
    site.serve('/robots.txt', (__, response) => void response.writeHead(status).end())
    await require('/x')
  })

  test('that is a page or leads to one that must not be fetched allows everything', async () => {
    site.serve('/robots.txt', '<html>Disallow: /</html>')
    await require('/x')
    robots = new Robots(client)
    site.serve('/robots.txt', redirectTo('http://127.0.0.2/robots.txt'))
    await require('/x')
  })

  test('that cannot be read at the moment allows nothing, and is tried again', async () => {
    site.serve('/robots.txt', (_, response) => void response.writeHead(503).end())
    await expect(require('/x')).rejects.toMatchObject({ isTemporary: true })
    site.serve('/robots.txt', 'User-agent: *\nDisallow:', TEXT)
    await require('/x')
  })
})
