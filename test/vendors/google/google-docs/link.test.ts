import { describe, expect, test } from '@jest/globals'
import { cutNetwork } from '../../../kit/network.ts'
import { defineRecordings, type Recording } from '../../../kit/recordings.ts'
import { problemOf } from '../builders.ts'
import { recording, replay } from '../recordings.ts'
import { docsCall, IDS, LINKS, link } from './fixtures.ts'

cutNetwork()

const SHORTCUT = `https://drive.google.com/file/d/${IDS.shortcut}/view`
const KEYED = `https://drive.google.com/file/d/${IDS.template}/view?usp=sharing&resourcekey=0-abcDEF_9`

describe('a linked document', () => {
  test('has its text, its cleaned HTML and its owner', async () => {
    const waiting = replay('docs/a-linked-document')
    const document = await link(LINKS.template)
    expect(document).toEqual({
      blockType: 'document',
      provider: 'provider-hub',
      application: 'google-docs',
      externalId: IDS.template,
      url: `https://docs.google.com/document/d/${IDS.template}/edit?usp=drivesdk`,
      title: 'Plan',
      metadataType: 'document',
      iconUrl: 'https://drive-thirdparty.googleusercontent.com/16/type/application/vnd.google-apps.document',
      dateUpdated: Date.parse('2026-11-01T10:00:00Z'),
      organizedBy: { email: 'ann@example.com', friendlyName: 'Ann Lee' },
      text: 'Plan\n\nFor Acme.',
      documentHtml: expect.stringContaining('<h1>Plan</h1>'),
    })
    expect(document.documentHtml).toContain('<strong>Acme</strong> and <a href="https://example.com/">us</a>')
    expect(document.documentHtml).toContain('<td>2</td>')
    expect(document.documentHtml).not.toMatch(/script|steal|img|base64/)
    expect(waiting()).toEqual([])
  })

  test('that is too large to export has no text, which the log says', async () => {
    replay('docs/a-linked-document-above-the-limit')
    const call = docsCall()
    const document = await link(LINKS.template, call)
    expect(document).toMatchObject({ title: 'Plan', metadataType: 'document' })
    expect(document).not.toHaveProperty('text')
    expect(document).not.toHaveProperty('documentHtml')
    expect(call.lines.join()).toContain('exportSizeLimitExceeded')
  })

  test.each([
    [
      'a-linked-spreadsheet',
      `https://docs.google.com/spreadsheets/d/${IDS.sheet}/edit#gid=7`,
      'spreadsheet',
      'Name,Price\nAcme,1',
    ],
    [
      'a-linked-presentation',
      `https://docs.google.com/presentation/d/${IDS.template}/edit`,
      'presentation',
      'Slide one',
    ],
    ['a-linked-pdf-of-a-shared-drive', `https://drive.google.com/open?id=${IDS.template}`, 'pdf', undefined],
    ['a-linked-folder', `https://drive.google.com/drive/folders/${IDS.folder}`, 'folder', undefined],
  ])('may be something else: %s', async (name, url, metadataType, text) => {
    const waiting = replay(`docs/${name}`)
    const found = await link(url)
    expect(found).toMatchObject({ metadataType })
    expect(found.text).toBe(text)
    expect(found).not.toHaveProperty('documentHtml')
    expect(waiting()).toEqual([])
  })

  test.each(['a-linked-word-document-that-is-damaged', 'a-linked-word-document-that-is-refused'])(
    'that is a Word document without readable content has no text, which the log says: %s',
    async (name) => {
      const waiting = replay(`docs/${name}`)
      const call = docsCall()
      const found = await link(`https://drive.google.com/open?id=${IDS.template}`, call)
      expect(found).toMatchObject({ title: 'Contract.docx', metadataType: 'document' })
      expect(found).not.toHaveProperty('text')
      expect(call.lines.join()).toContain('the text of a Word document is missing')
      expect(waiting()).toEqual([])
    },
  )

  test('of a shared drive has no owner, and without an icon that of the application', async () => {
    replay('docs/a-linked-pdf-of-a-shared-drive')
    const found = await link(`https://drive.google.com/open?id=${IDS.template}`)
    expect(found).not.toHaveProperty('organizedBy')
    expect(found.iconUrl).toBe('https://hub.example.com/icons/google-docs.svg')
  })

  test('keeps its resource key in each request', async () => {
    const waiting = replay('docs/a-linked-file-with-a-resource-key')
    expect(await link(KEYED)).toMatchObject({ title: 'Plan', text: 'Plan' })
    expect(waiting()).toEqual([])
  })

  test('is the target of a shortcut, with the target’s name and key', async () => {
    const waiting = replay('docs/a-linked-shortcut')
    expect(await link(SHORTCUT)).toMatchObject({ externalId: IDS.template, title: 'Plans', metadataType: 'folder' })
    expect(waiting()).toEqual([])
  })

  test('is read again after a rate limit', async () => {
    replay('docs/a-linked-file-limited-once')
    expect(await link(LINKS.template)).toMatchObject({ metadataType: 'folder' })
  })
})

describe('a link is refused', () => {
  test.each([
    ['a-linked-file-in-the-trash', LINKS.template, 404, 'not-found'],
    ['a-linked-file-that-is-hidden', LINKS.template, 404, 'not-found'],
    ['a-linked-file-that-is-forbidden', LINKS.template, 404, 'not-found'],
    ['a-linked-file-not-opened-with-the-application', LINKS.template, 404, 'not-found'],
    ['a-broken-shortcut', SHORTCUT, 404, 'not-found'],
    ['a-shortcut-to-a-shortcut', SHORTCUT, 404, 'not-found'],
    ['a-linked-file-without-the-permission', LINKS.template, 403, 'scope-required'],
    ['links-blocked-by-the-administrator', LINKS.template, 403, 'scope-required'],
  ])('%s', async (name, url, status, problem) => {
    const waiting = replay(`docs/${name}`)
    expect(await problemOf(link(url))).toMatchObject({ status, problem })
    expect(waiting()).toEqual([])
  })
})

test('a byte order mark and images are no part of the HTML, and neither are dangerous addresses', async () => {
  const [metadata, text, markdown] = recording('docs/a-linked-document') as [Recording, Recording, Recording]
  const image = `[image1]: <data:image/png;base64,${'A'.repeat(1_100_000)}>`
  const lines = ['\ufeff# Plan', '![][image1] [a](javascript:alert) [b](vbscript:x) [c](data:text/html,x)', image]
  defineRecordings([metadata, text, { ...markdown, response: lines.join('\n\n') }])
  const { documentHtml } = await link(LINKS.template)
  expect(documentHtml).toBe('<h1>Plan</h1>\n<p> <a>a</a> <a>b</a> <a>c</a></p>')
})

test('texts that are slow for other readers of Markdown are not', async () => {
  const [metadata, text, markdown] = recording('docs/a-linked-document') as [Recording, Recording, Recording]
  defineRecordings([metadata, text, { ...markdown, response: '_a__b'.repeat(20_000) }])
  expect((await link(LINKS.template)).documentHtml).toContain('a__b')
})
