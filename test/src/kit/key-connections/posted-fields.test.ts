import { describe, expect, test } from '@jest/globals'
import { readCertificate } from '../../../../src/kit/key-connections/certificate.ts'
import type { KeyForm } from '../../../../src/kit/key-connections/form.ts'
import { readPostedFields } from '../../../../src/kit/key-connections/posted-fields.ts'
import { certify, createRsaKey } from './sample-keys.ts'

const now = Date.now()
const key = createRsaKey()
const certificate = certify(key.pkcs8, now)
const FORM: KeyForm = {
  title: 'Connect',
  introduction: [],
  fields: [
    { kind: 'text', name: 'user', label: 'User' },
    { kind: 'choice', name: 'site', label: 'Site', options: [{ value: 'https://a', label: 'A' }], other: 'or' },
    { kind: 'long', name: 'privateKey', label: 'Key', secret: true },
    { kind: 'long', name: 'certificate', label: 'Certificate', optional: true, read: readCertificate },
  ],
}
const complete: [string, string | File][] = [
  ['user', ' ada '],
  ['site', 'https://a'],
  ['privateKey', 'a key'],
]

function read(entries: readonly [string, string | File][]) {
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  return readPostedFields(FORM, form, now)
}
const replace = (name: string, ...values: (string | File)[]): [string, string | File][] => [
  ...complete.filter(([other]) => other !== name),
  ...values.map((value): [string, string | File] => [name, value]),
]
const file = (content: string | Uint8Array<ArrayBuffer>) => new File([content], 'key.pem')

describe('a posted form', () => {
  test('may have a file as well as its text, as the form shows it again', async () => {
    const { values, errors } = await read(replace('privateKey', 'two\r\nlines', file('two\nlines\n')))
    expect([values.privateKey, errors]).toEqual(['two\nlines', {}])
  })

  test('has trimmed values, and an empty one for an optional field', async () => {
    expect(await read(complete)).toEqual({
      values: { user: 'ada', site: 'https://a', privateKey: 'a key', certificate: '' },
      errors: {},
      shown: { user: 'ada', site: 'https://a' },
    })
  })

  test.each([
    ['a file in place of the text', replace('privateKey', '', file('from a file\n')), 'from a file'],
    ['a file with a byte order mark', replace('privateKey', '', file('\ufefffrom a file')), 'from a file'],
    [
      'a file of Windows in UTF-16',
      replace('privateKey', file(new Uint8Array([0xff, 0xfe, ...Buffer.from('from a file', 'utf16le')]))),
      'from a file',
    ],
    ['an empty file beside the text', replace('privateKey', 'a key', file('')), 'a key'],
  ])('may have %s', async (_name, entries, expected) => {
    const { values, errors } = await read(entries)
    expect([values.privateKey, errors]).toEqual([expected, {}])
  })

  test.each([
    ['an option and another value, which counts', replace('site', 'https://a', 'https://mine'), 'https://mine'],
    ['an option and an empty line', replace('site', 'https://a', ''), 'https://a'],
    ['the same value twice', replace('site', 'https://a', 'https://a'), 'https://a'],
  ])('may have %s', async (_name, entries, expected) => {
    expect((await read(entries)).values.site).toBe(expected)
  })

  test.each([
    ['user', 'a missing text', replace('user'), 'Fill in this field.'],
    ['user', 'a blank text', replace('user', '  '), 'Fill in this field.'],
    ['user', 'two texts', replace('user', 'a', 'b'), 'more than once'],
    ['user', 'several lines', replace('user', 'a\nb'), 'a single line'],
    ['user', 'NUL', replace('user', 'a\0b'), 'a character that cannot be used'],
    ['user', 'a file', replace('user', file('x')), 'not a file'],
    ['user', 'a very long text', replace('user', 'x'.repeat(1_025)), 'longer than 1024 characters'],
    ['site', 'two other values', replace('site', 'https://b', 'https://c'), 'more than once'],
    ['privateKey', 'neither text nor file', replace('privateKey', '', file('')), 'Paste the text or choose a file.'],
    ['privateKey', 'text and file', replace('privateKey', 'a', file('b')), 'but not both'],
    ['privateKey', 'two files', replace('privateKey', file('a'), file('b')), 'only one file'],
    ['privateKey', 'a binary file', replace('privateKey', file(new Uint8Array([0x30, 0x82, 0xff]))), 'not a text file'],
    ['privateKey', 'a very long text', replace('privateKey', 'x'.repeat(32_769)), 'longer than 32768 characters'],
  ])('with an error at %s: %s', async (name, _name, entries, sentence) => {
    const { errors } = await read(entries)
    expect(errors).toEqual({ [name]: expect.stringContaining(sentence) })
  })

  test('reports the errors of all its fields', async () => {
    expect(Object.keys((await read([])).errors)).toEqual(['user', 'site', 'privateKey'])
  })

  test.each([
    ['a secret field', replace('privateKey', 'my secret')],
    ['a private key in the certificate’s field', [...complete, ['certificate', key.pkcs8] as [string, string]]],
    ['half a private key there', [...complete, ['certificate', key.pkcs8.slice(200)] as [string, string]]],
    ['a certificate followed by its key', [...complete, ['certificate', certificate + key.pkcs8] as [string, string]]],
    [
      'a wrapped private key',
      [...complete, ['certificate', Buffer.from(key.pkcs8).toString('base64')] as [string, string]],
    ],
    ['a private key in a line', replace('user', key.pkcs8.replaceAll('\n', ' ').slice(0, 900))],
    ['a part of one in a line', replace('user', key.pkcs8.replaceAll('\n', '').slice(100, 900))],
    ['JSON with a key', replace('user', JSON.stringify({ private_key: 'x' }))],
  ])('never shows again %s', async (_name, entries) => {
    const { shown } = await read(entries)
    const text = JSON.stringify(shown)
    expect(text).not.toContain('my secret')
    expect(text).not.toContain('private_key')
    expect(text).not.toMatch(/[A-Za-z0-9+/=]{64}/)
  })

  test('shows a certificate again', async () => {
    expect((await read([...complete, ['certificate', certificate]])).shown.certificate).toBe(certificate.trim())
  })
})
