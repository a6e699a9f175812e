import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { FILE_ID, type GoogleSandbox, SCOPE, startGoogle } from '../../../../sandbox/google/index.ts'
import { ADA, BILAL } from '../harness.ts'
import { type Caller, callAs, placeholdersIn, reasonOf, replaceAll, runsOf } from './harness.ts'

let google: GoogleSandbox
let ada: Caller

beforeEach(async () => {
  google = await startGoogle()
  ada = callAs(google, ADA, [SCOPE.drive])
})
afterEach(() => google.stop())

const get = async (query = '') => (await ada.call(`/v1/documents/${FILE_ID.template}${query}`)).body
const update = (body: unknown, id: string = FILE_ID.template) => ada.call(`/v1/documents/${id}:batchUpdate`, { body })

describe('documents.get', () => {
  test('returns the first tab, or all tabs with their headers, footers, footnotes and tables', async () => {
    const first = await get()
    expect(placeholdersIn(runsOf(first.body))).not.toContain('End date')
    expect(first.tabs).toBeUndefined()
    const all = await get('?includeTabsContent=true')
    expect([all.body, all.headers]).toEqual([undefined, undefined])
    expect(all.tabs.map(({ tabProperties }: { tabProperties: object }) => tabProperties)).toEqual([
      { tabId: 't.0', title: 'Proposal', index: 0 },
      { tabId: 't.1', title: 'Terms', index: 1 },
    ])
    expect(all.tabs[1].childTabs[0].tabProperties).toMatchObject({ parentTabId: 't.1', nestingLevel: 1 })
    expect(placeholdersIn(runsOf(all.tabs))).toHaveLength(13)
  })

  test('counts indexes in UTF-16 code units', async () => {
    const { id } = google.addFile(ADA, { name: 'x', text: '😀a\nb' })
    const { body } = (await ada.call(`/v1/documents/${id}`)).body
    const spans = body.content.map(({ startIndex, endIndex }: Record<string, number>) => [startIndex, endIndex])
    expect(spans).toEqual([
      [undefined, 1],
      [1, 5],
      [5, 7],
    ])
  })

  test('tells the revision to those who may edit', async () => {
    const reader = await callAs(google, BILAL, [SCOPE.documentsReadonly]).call(`/v1/documents/${FILE_ID.template}`)
    expect([reader.body.revisionId, reader.body.title]).toEqual([undefined, 'Proposal template'])
    expect((await get()).revisionId).toEqual(expect.any(String))
  })

  test('refuses files of other types, unknown parameters, and documents of others', async () => {
    expect(reasonOf(await ada.call(`/v1/documents/${FILE_ID.contract}`))).toEqual([400, 'FAILED_PRECONDITION'])
    expect(reasonOf(await ada.call(`/v1/documents/${FILE_ID.template}?supportsAllDrives=true`))).toEqual([
      400,
      'INVALID_ARGUMENT',
    ])
    expect(reasonOf(await ada.call(`/v1/documents/${FILE_ID.salary}`))).toEqual([403, 'PERMISSION_DENIED'])
    expect(reasonOf(await ada.call('/v1/documents/1nothing'))).toEqual([404, 'NOT_FOUND'])
  })
})

describe('batchUpdate', () => {
  test('replaces in all tabs, tables, headers, footers, footnotes and across runs', async () => {
    const names = placeholdersIn(runsOf((await get('?includeTabsContent=true')).tabs))
    const requests = replaceAll(Object.fromEntries(names.map((name) => [`{{${name}}}`, `<${name}>`])))
    const { body } = await update({ requests })
    const counts = body.replies.map(
      ({ replaceAllText }: { replaceAllText: { occurrencesChanged: number } }) => replaceAllText.occurrencesChanged,
    )
    expect(counts).toEqual([2, ...Array(12).fill(1)])
    expect(placeholdersIn(runsOf((await get('?includeTabsContent=true')).tabs))).toEqual([])
    expect(google.readFile(FILE_ID.template).text).toContain('<Project> would start in')
  })

  test('replaces in the tabs that tabsCriteria names', async () => {
    const { body } = await update({
      requests: replaceAll({ '{{Company}}': 'Halden' }, { tabsCriteria: { tabIds: ['t.1'] } }),
    })
    expect(body.replies).toEqual([{ replaceAllText: { occurrencesChanged: 1 } }])
    const wrong = await update({ requests: replaceAll({ a: 'b' }, { tabsCriteria: { tabIds: ['t.9'] } }) })
    expect(reasonOf(wrong)).toEqual([400, 'INVALID_ARGUMENT'])
  })

  test('replaces in the order of the requests, also in what was inserted', async () => {
    const { id } = google.addFile(ADA, { name: 'x', text: 'Dear {{Name}}, Dear {{name}}' })
    await update({ requests: replaceAll({ '{{Name}}': '{{City}}', '{{City}}': 'Oslo' }) }, id)
    expect(google.readFile(id).text).toBe('Dear Oslo, Dear {{name}}')
  })

  test('makes paragraphs of line feeds, and leaves out a count of zero', async () => {
    const { id } = google.addFile(ADA, { name: 'x', text: 'a {{x}} b' })
    const { body } = await update({ requests: replaceAll({ '{{x}}': '1\n2', '{{y}}': '' }) }, id)
    expect(body.replies).toEqual([{ replaceAllText: { occurrencesChanged: 1 } }, { replaceAllText: {} }])
    expect(google.readFile(id).text).toBe('a 1\n2 b')
    google.settings.zeroOccurrences = 'written'
    const { replies } = (await update({ requests: replaceAll({ q: '' }) }, id)).body
    expect(replies).toEqual([{ replaceAllText: { occurrencesChanged: 0 } }])
  })

  test('applies all requests or none', async () => {
    const before = google.readFile(FILE_ID.template)
    const reply = await update({ requests: [...replaceAll({ '{{Company}}': 'Halden' }), { replaceAllTexts: {} }] })
    expect(reasonOf(reply)).toEqual([400, 'INVALID_ARGUMENT'])
    expect(reply.body.error.message).toContain('Unknown name "replaceAllTexts" at \'requests[1]\'')
    const after = google.readFile(FILE_ID.template)
    expect([after.text, after.version]).toEqual([before.text, before.version])
  })

  test.each([
    [{ replaceAllText: { containsText: { text: 'a', matchcase: true }, replaceText: '' } }],
    [{ replaceAllText: { containsText: { text: '' }, replaceText: 'x' } }],
    [{ replaceAllText: { containsText: { text: 'a' }, replaceText: 5 } }],
    [{ replaceAllText: { containsText: { text: 'a' } }, insertText: {} }],
    [{}],
  ])('refuses %j', async (item) => {
    expect(reasonOf(await update({ requests: [item] }))).toEqual([400, 'INVALID_ARGUMENT'])
  })

  test('refuses an outdated revision', async () => {
    const { revisionId } = await get()
    const requests = replaceAll({ '{{Company}}': 'Halden' })
    const { body } = await update({ requests, writeControl: { requiredRevisionId: revisionId } })
    expect(body.writeControl.requiredRevisionId).not.toBe(revisionId)
    const late = await update({ requests, writeControl: { requiredRevisionId: revisionId } })
    expect(reasonOf(late)).toEqual([400, 'INVALID_ARGUMENT'])
  })

  test('inserts text into the first tab only', async () => {
    const { id } = google.addFile(ADA, {
      name: 'x',
      tabs: [
        { title: 'One', body: [{ inlines: [{ text: 'ad' }] }] },
        { title: 'Two', body: [{ inlines: [{ text: 'ad' }] }] },
      ],
    })
    await update({ requests: [{ insertText: { text: 'bc', location: { index: 2 } } }] }, id)
    expect(google.readFile(id).text).toBe('One\nabcd\nTwo\nad')
    const beyond = await update({ requests: [{ insertText: { text: 'x', location: { index: 99 } } }] }, id)
    expect(reasonOf(beyond)).toEqual([400, 'INVALID_ARGUMENT'])
  })

  test('is for writers', async () => {
    const bilal = callAs(google, BILAL, [SCOPE.documents])
    const reply = await bilal.call(`/v1/documents/${FILE_ID.template}:batchUpdate`, { body: { requests: [] } })
    expect([...reasonOf(reply), reply.body.error.message]).toEqual([
      403,
      'PERMISSION_DENIED',
      'The caller does not have permission',
    ])
  })
})
