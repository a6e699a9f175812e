import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { MicrosoftSandbox } from '../../../../sandbox/microsoft/index.ts'
import { aWordFile, paragraph, textOf } from '../../../src/kit/documents/word-files.ts'
import { problemOf } from '../builders.ts'
import { ADA, startSandbox } from '../sandbox.ts'
import { BILAL, CONTRACT_VALUES, execute, ITEM_PATH, idOf, listInputs } from './sandbox.ts'

let microsoft: MicrosoftSandbox
let template: string
beforeAll(async () => {
  microsoft = await startSandbox()
  template = microsoft.readItem(ADA, ITEM_PATH.contract).webUrl
})
afterAll(() => microsoft.stop())
beforeEach(() => {
  Object.assign(microsoft.settings, { driveStorageBytes: 2 ** 40, driveAddresses: 'sandbox' })
})

test('the inputs of a template are those of its body, header, footer and footnote', async () => {
  const inputs = await listInputs(microsoft, { template })
  expect(inputs.map(({ name }) => name).sort()).toEqual(Object.keys(CONTRACT_VALUES).sort())
})

describe('a document from a template', () => {
  test('is filled everywhere and belongs to the user who runs the function', async () => {
    const name = 'Contract {{Contract number}}: {{Company}}'
    const result = await execute(microsoft, { template, name }, CONTRACT_VALUES)
    const item = microsoft.readItem(BILAL, 'Contract C-2026-001- Halden Trelast AS.docx')
    expect(result).toMatchObject({ externalId: `${item.driveId}/${item.id}`, outputUrl: item.webUrl, uri: item.webUrl })
    expect(item.createdBy).toBe(BILAL)
    const text = textOf(item.bytes)
    expect(text).toContain('between Meridian Works and Halden Trelast AS (“Halden & Co <b>”)')
    expect(text).toContain('{{Company}}↵Ingrid')
    expect(textOf(item.bytes, 'word/footnotes.xml')).toContain('Notice period: 8 weeks.')
    expect(textOf(item.bytes, 'word/header1.xml')).toBe('Contract C-2026-001')
    expect(textOf(item.bytes, 'word/footer2.xml')).toBe('Halden Trelast AS · confidential')
  })

  test('gets a number if its name exists', async () => {
    const run = () => execute(microsoft, { template, name: 'Twice' }, CONTRACT_VALUES)
    expect(await run()).toMatchObject({ title: 'Twice.docx' })
    expect(await run()).toMatchObject({ title: 'Twice 1.docx' })
  })

  test('is put into a folder', async () => {
    microsoft.addItem(BILAL, { path: 'Offers' })
    const folder = microsoft.readItem(BILAL, 'Offers').webUrl
    await execute(microsoft, { template, folder, name: 'In a folder' }, CONTRACT_VALUES)
    expect(microsoft.readItem(BILAL, 'Offers/In a folder.docx').createdBy).toBe(BILAL)
  })

  test.each(['sandbox', 'vendor'] as const)('above 4 MB is uploaded in parts, to: %s', async (driveAddresses) => {
    microsoft.settings.driveAddresses = driveAddresses
    const image = randomBytes(11 * 1024 * 1024).toString('latin1')
    const bytes = aWordFile({ body: paragraph('Dear {{Name}}'), others: { 'word/media/image1.png': image } })
    microsoft.addItem(ADA, { path: `Large ${driveAddresses}.docx`, bytes })
    const large = idOf(microsoft, ADA, `Large ${driveAddresses}.docx`)
    const name = `From ${driveAddresses}`
    await execute(microsoft, { template: large, name }, { Name: 'Ann' })
    expect(textOf(microsoft.readItem(BILAL, `${name}.docx`).bytes)).toBe('Dear Ann')
    const uploads = microsoft.fileCalls().filter(({ method }) => method.includes('upload'))
    expect(uploads.filter(({ token }) => token === undefined).length).toBeGreaterThan(1)
  })

  test('becomes a PDF beside it', async () => {
    const result = await execute(microsoft, { template, name: 'As PDF', format: 'pdf' }, CONTRACT_VALUES)
    const pdf = microsoft.readItem(BILAL, 'As PDF.pdf')
    expect(result).toMatchObject({ externalId: `${pdf.driveId}/${pdf.id}`, outputUrl: pdf.webUrl })
    expect(result.uri).toBe(microsoft.readItem(BILAL, 'As PDF.docx').webUrl)
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('is not made if there is no storage', async () => {
    microsoft.settings.driveStorageBytes = 1
    expect(await problemOf(execute(microsoft, { template, name: 'Full' }, CONTRACT_VALUES))).toMatchObject({
      status: 507,
      problem: 'storage-full',
    })
    expect(() => microsoft.readItem(BILAL, 'Full.docx')).toThrow(RangeError)
  })
})

test('the template is not touched by the connection that runs the function', async () => {
  const item = idOf(microsoft, ADA, ITEM_PATH.contract)
  const before = microsoft.readItem(ADA, ITEM_PATH.contract)
  await execute(microsoft, { template: item, name: 'Untouched' }, CONTRACT_VALUES)
  const accounts = microsoft.fileCalls({ item }).map(({ account }) => account ?? ADA)
  expect(new Set(accounts)).toEqual(new Set([ADA]))
  expect(microsoft.readItem(ADA, ITEM_PATH.contract)).toEqual(before)
})

describe('a template is refused', () => {
  test.each([
    [ITEM_PATH.broken, 422],
    [ITEM_PATH.customers, 422],
    [ITEM_PATH.archive, 422],
    [ITEM_PATH.notebook, 422],
    ['Contracts', 422],
  ])('%s', async (path, status) => {
    const id = idOf(microsoft, ADA, path)
    expect(await problemOf(execute(microsoft, { template: id }, {}))).toMatchObject({ status })
  })

  test('that is not shared with the account that reads it', async () => {
    const id = idOf(microsoft, BILAL, ITEM_PATH.private)
    expect(await problemOf(execute(microsoft, { template: id }, {}))).toMatchObject({
      status: 403,
      problem: 'scope-required',
    })
  })
})
