import { beforeEach, describe, expect, test } from '@jest/globals'
import nock from 'nock'
import { cutNetwork } from '../../../kit/network.ts'
import { textOf } from '../../../src/kit/documents/word-files.ts'
import { problemOf } from '../builders.ts'
import { replay } from '../recordings.ts'
import {
  anItem,
  DRIVE,
  execute,
  graphOf,
  itemPath,
  LINK,
  listInputs,
  onedriveCall,
  RUNNER_TOKEN,
  runner,
  serveContent,
  TOKEN,
} from './builders.ts'
import { newPath, serveOwnFolder, serveTemplate, TEMPLATE, takeUpload, uploads, VALUES } from './template-run.ts'

cutNetwork()
beforeEach(() => uploads.clear())

describe('the inputs of a template', () => {
  test('are its placeholders, then those of the name, each once', async () => {
    serveTemplate()
    expect(await listInputs({ template: LINK, name: 'For {{Company}} and {{Name}}' })).toEqual(
      ['Name', 'Price', 'Day', 'Company'].map((name) => ({ name, label: name, valueSource: { kind: 'userInput' } })),
    )
  })

  test('are the configured fields if there is no connection', async () => {
    const configuration = { template: LINK, fields: ['A', 'B', 'A'], name: '{{C}}' }
    expect((await listInputs(configuration, {})).map(({ name }) => name)).toEqual(['A', 'B', 'C'])
  })

  test('are unknown without either', async () => {
    expect(await problemOf(listInputs({ template: LINK }, {}))).toMatchObject({
      status: 400,
      options: { errors: [{ pointer: '#/templateConnectedProvider' }, { pointer: '#/configuration/fields' }] },
    })
  })

  test.each([
    [{}, '#/configuration/template'],
    [{ template: 'https://evil-sharepoint.com/x' }, '#/configuration/template'],
    [{ template: 7 }, '#/configuration/template'],
    [{ template: LINK, folder: 'somewhere' }, '#/configuration/folder'],
    [{ template: LINK, format: 'odt' }, '#/configuration/format'],
    [{ template: LINK, name: ['x'] }, '#/configuration/name'],
    [{ template: LINK, fields: 'Name' }, '#/configuration/fields'],
  ])('need a valid configuration: %j', async (configuration, pointer) => {
    expect(await problemOf(listInputs(configuration))).toMatchObject({
      status: 400,
      options: { errors: [{ pointer }] },
    })
  })
})

describe('a document from a template', () => {
  test('is read by the installer, filled here and saved by the runner', async () => {
    serveTemplate()
    serveOwnFolder()
    takeUpload(newPath('Offer 2026-11-02.docx'))
    expect(await execute({ template: LINK }, VALUES)).toEqual({
      outputUrl: 'https://contoso.sharepoint.com/new',
      externalId: `${DRIVE}/01NEW`,
      uri: 'https://contoso.sharepoint.com/new',
      title: 'Offer 2026-11-02.docx',
    })
    const [document = new Uint8Array()] = uploads.values()
    expect(textOf(document)).toBe('Dear Ann, we offer 12.5')
    expect(textOf(document, 'word/footnotes.xml')).toBe('Valid until')
    expect(nock.pendingMocks()).toEqual([])
  })

  test('has the name that Microsoft gave it', async () => {
    serveTemplate()
    const pending = replay('onedrive/a-new-document')
    expect(await execute({ template: LINK, name: 'Offer for {{Name}}' }, VALUES)).toMatchObject({
      title: 'Offer for Ann 1.docx',
      externalId: 'b!bob/01NEW',
    })
    expect(pending()).toEqual([])
  })

  test('is saved in a folder, under the configured name', async () => {
    serveTemplate()
    const folder = 'https://contoso.sharepoint.com/:f:/g/Folder1'
    graphOf(RUNNER_TOKEN)
      .get(/^\/v1\.0\/shares\/u[^/]+\/driveItem$/)
      .reply(200, { id: '01FOLDER', folder: {}, parentReference: { driveId: 'b!sales' } })
    takeUpload(newPath('Ann- a-b {{Price}}.docx', 'b!sales', '01FOLDER'))
    await execute({ template: LINK, folder, name: '{{Name}}' }, { ...VALUES, Name: 'Ann: a/b {{Price}}' })
    expect(uploads.size).toBe(1)
  })

  test('may have a template and a folder by id', async () => {
    graphOf(TOKEN).get(itemPath('01T')).reply(200, anItem())
    serveContent(`${itemPath('01T')}/content`, TEMPLATE)
    graphOf(RUNNER_TOKEN)
      .get(itemPath('01F'))
      .reply(200, { id: '01F', folder: {}, parentReference: { driveId: DRIVE } })
    takeUpload(newPath('x.docx', DRIVE, '01F'))
    await execute({ template: `${DRIVE}/01T`, folder: `${DRIVE}/01F`, name: 'x.docx' }, VALUES)
    expect(uploads.size).toBe(1)
  })

  test('is made by the runner alone if the installer’s connection is missing', async () => {
    serveTemplate(TEMPLATE, anItem(), RUNNER_TOKEN)
    serveOwnFolder()
    takeUpload(newPath('Offer 2026-11-02.docx'))
    const request = { functionName: 'x', outputConnectedProvider: runner() }
    await execute({ template: LINK }, VALUES, { ...request, templateConnectedProvider: undefined } as never)
    expect(uploads.size).toBe(1)
  })

  test.each([
    ['CON', 'CON-.docx'],
    ['~$draft', '-draft.docx'],
    ['a_vti_b', 'a-b.docx'],
    ['Offer...', 'Offer-.docx'],
    ['"*:<>?/\\|', '---------.docx'],
    ['Ann’s 100% #1 & co', 'Ann’s 100% #1 & co.docx'],
    ["it's", "it's.docx"],
  ])('has a name that OneDrive accepts: %s', async (name, expected) => {
    serveTemplate()
    serveOwnFolder()
    takeUpload(newPath(expected).replaceAll("'", '%27'))
    await execute({ template: LINK, name }, VALUES)
    expect(uploads.size).toBe(1)
  })

  test('needs a value for each placeholder; others are ignored with a warning', async () => {
    serveTemplate()
    expect(await problemOf(execute({ template: LINK }, { Name: 'Ann' }))).toMatchObject({
      status: 400,
      options: { errors: [{ pointer: '#/values', detail: expect.stringContaining('“Price”, “Day”') }] },
    })
    serveTemplate()
    serveOwnFolder()
    takeUpload(newPath('Offer 2026-11-02.docx'))
    const warnings: object[] = []
    const log = { ...onedriveCall().log, warn: (fields: object) => warnings.push(fields) }
    await execute({ template: LINK }, { ...VALUES, Other: 1 }, { call: onedriveCall({ log }) })
    expect(warnings).toEqual([{ names: ['Other'], count: 1 }])
  })

  test('takes texts, numbers and booleans only', async () => {
    expect(await problemOf(execute({ template: LINK }, { Name: { first: 'Ann' } }))).toMatchObject({
      status: 400,
      options: { errors: [{ pointer: '#/values/0/value' }] },
    })
  })

  test.each([
    ['of another application', { ...runner(), application: 'outlook-mail' }, '#/outputConnectedProvider/application'],
    ['that is missing', undefined, '#/outputConnectedProvider'],
  ])('needs a connection that saves it, not one %s', async (_, outputConnectedProvider, pointer) => {
    const request = { outputConnectedProvider } as never
    expect(await problemOf(execute({ template: LINK }, VALUES, request))).toMatchObject({
      status: 400,
      options: { errors: [{ pointer }] },
    })
  })
})
