import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { FILE_ID, type GoogleSandbox, LEGACY_KEY, SCOPE, startGoogle } from '../../../../sandbox/google/index.ts'
import { googleDocs } from '../../../../vendors/google/google-docs/index.ts'
import { aConnection, aCredential, problemOf, SETTINGS } from '../builders.ts'
import { docsCall } from './fixtures.ts'

const ADA = 'ada@meridian.example'

let google: GoogleSandbox
beforeAll(async () => {
  google = await startGoogle()
})
afterAll(() => google.stop())

function link(url: string, scopes: readonly string[] = [SCOPE.driveReadonly, SCOPE.driveFile]) {
  const { access } = google.grant({ account: ADA, scopes })
  const call = docsCall({ settings: { ...SETTINGS, origin: google.origin }, clock: () => google.clock.now() })
  const credential = aCredential({ accessToken: access.token, email: ADA })
  return googleDocs.link?.({ connectedProvider: aConnection('google-docs', credential), url }, call) ?? Promise.reject()
}

const drive = (id: string, query = '') => `https://drive.google.com/file/d/${id}/view${query}`

describe('a link', () => {
  test.each([
    [
      `https://docs.google.com/document/u/0/d/${FILE_ID.notes}/edit?tab=t.0`,
      'document',
      /^Halden renews for two years/,
    ],
    [`https://docs.google.com/spreadsheets/d/${FILE_ID.customers}/edit#gid=0`, 'spreadsheet', /^Company,Contact,City/],
    [`https://docs.google.com/presentation/d/${FILE_ID.pitch}/edit`, 'presentation', /A second warehouse in six weeks/],
    [drive(FILE_ID.price), 'pdf', undefined],
    [`https://drive.google.com/drive/u/1/folders/${FILE_ID.proposals}`, 'folder', undefined],
    [`https://drive.google.com/open?id=${FILE_ID.playbook}`, 'document', /Ask first, show later\./],
    [drive(FILE_ID.legacy, `?resourcekey=${LEGACY_KEY}`), 'document', /120k rows/],
    [drive(FILE_ID.archive), 'document', undefined],
  ])('%s leads to a %s', async (url, metadataType, text) => {
    const found = await link(url)
    expect(found).toMatchObject({ blockType: 'document', application: 'google-docs', metadataType })
    if (text) expect(found.text).toMatch(text)
    else expect(found).not.toHaveProperty('text')
    expect(found.dateUpdated).toBeGreaterThan(0)
  })

  test('has HTML, and an owner unless the file is in a shared drive', async () => {
    const template = await link(drive(FILE_ID.template))
    expect(template.documentHtml).toContain('<h1>Proposal for {{Company}}</h1>')
    expect(template.organizedBy).toMatchObject({ email: ADA })
    expect(await link(drive(FILE_ID.playbook))).not.toHaveProperty('organizedBy')
  })

  test('of a Word document has its text and HTML', async () => {
    const contract = await link(drive(FILE_ID.contract))
    expect(contract).toMatchObject({ title: 'Framework contract.docx', metadataType: 'document' })
    expect(contract.text).toContain('between Meridian Works and {{Company}}')
    expect(contract.documentHtml).toContain('<h1>Framework contract</h1>')
  })

  test('of a shortcut leads to its target', async () => {
    expect(await link(drive(FILE_ID.shortcut))).toMatchObject({
      externalId: FILE_ID.template,
      title: 'Proposal template',
    })
  })

  test.each([
    ['a trashed file', drive(FILE_ID.trashed)],
    ['a file of somebody else', drive(FILE_ID.salary)],
    ['a broken shortcut', drive(FILE_ID.brokenShortcut)],
    ['a file without its resource key', drive(FILE_ID.legacy)],
    ['an id in lower case', drive(FILE_ID.template.toLowerCase())],
  ])('to %s is 404', async (_, url) => {
    expect(await problemOf(link(url))).toMatchObject({ status: 404, problem: 'not-found' })
  })

  test('is invisible with drive.file alone until the user has picked the file', async () => {
    expect(await problemOf(link(drive(FILE_ID.letter), [SCOPE.driveFile]))).toMatchObject({ status: 404 })
    google.pickFile(FILE_ID.letter)
    expect(await link(drive(FILE_ID.letter), [SCOPE.driveFile])).toMatchObject({ title: 'Welcome letter' })
  })
})
