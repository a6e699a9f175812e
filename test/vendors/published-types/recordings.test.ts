import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { hasBody, type Recording } from '../../kit/recordings.ts'
import { compileResponses } from './compile.ts'
import { CONTENT_OBJECTS, compareRows, toDescriptions } from './rows.ts'
import { publishedType, ROWS, recordedResponses, type VendorResponse } from './vendor-responses.ts'

const responses = recordedResponses()

describe('recorded responses', () => {
  test('have the types that their vendors publish', () => {
    expect(responses.length).toBeGreaterThan(150)
    expect(compileResponses(responses.filter((response) => publishedType(response) !== ROWS))).toEqual([])
  }, 60_000)

  test('have rows with the fields of their object’s description', () => {
    const rows = responses.filter((response) => publishedType(response) === ROWS)
    expect(compareRows(rows, new Map([...CONTENT_OBJECTS, ...toDescriptions(responses)]))).toEqual([])
  })
})

describe('recorded requests', () => {
  const vendors = new URL('../', import.meta.url)
  const files = readdirSync(vendors, { recursive: true, encoding: 'utf8' })
  const read = (file: string) => readFileSync(new URL(file, vendors), 'utf8')

  test('have the headers and bodies that make a vendor behave as recorded', () => {
    const recordings = files.filter((file) => file.endsWith('.json')).flatMap((file) => JSON.parse(read(file)))
    const incomplete = (recordings as Recording[]).filter((recording) => {
      const { reqheaders, body } = recording
      return hasBody(recording) ? body === undefined || !reqheaders : !reqheaders?.authorization
    })
    expect(incomplete).toEqual([])
  })

  test('are each named by a test', () => {
    const sources = files
      .filter((file) => file.endsWith('.ts'))
      .map(read)
      .join('\n')
    const names = files
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.replace(/^.*\//, '').replace('.json', ''))
    expect(names.filter((name) => !sources.includes(`${name}'`))).toEqual([])
  })
})

describe('a response that no vendor would return', () => {
  const mail = (response: object): VendorResponse => ({
    vendor: 'google',
    source: 'test',
    method: 'GET',
    path: '/gmail/v1/users/me/messages/1',
    status: 200,
    response,
  })

  test('with an invented member or a value of another type is found', () => {
    const good = { id: '1', labelIds: ['INBOX'] }
    expect(compileResponses([mail(good), mail({ ...good, mood: 'good' }), mail({ ...good, internalDate: 1 })])).toEqual(
      [expect.stringMatching(/mood.* does not exist/), expect.stringContaining("'number' is not assignable")],
    )
  }, 60_000)

  test('with a row that its object cannot have is found', () => {
    const description = { name: 'Lead', fields: [{ name: 'Name', soapType: 'xsd:string', nillable: false }] }
    const descriptions = toDescriptions([{ ...mail(description), path: '/sobjects/Lead/describe' }])
    const rows = [{ Name: 'A' }, { Name: 1 }, { Name: null }, { Nmae: 'A' }]
    const response = { records: rows.map((row) => ({ attributes: { type: 'Lead' }, ...row })) }
    expect(compareRows([mail(response)], descriptions).map((line) => line.replace(/^test: | \(.*/g, ''))).toEqual([
      'Lead.Name is no xsd:string: 1',
      'Lead.Name must not be null',
      'Lead has no field Nmae',
    ])
  })
})
