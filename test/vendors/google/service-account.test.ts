import { describe, expect, test } from '@jest/globals'
import { readServiceAccount, readSubject } from '../../../vendors/google/service-account.ts'
import { certify, createRsaKey } from '../../src/kit/key-connections/sample-keys.ts'

const key = createRsaKey()
const file = {
  type: 'service_account',
  project_id: 'acme',
  private_key_id: 'id-1',
  private_key: key.pkcs8,
  client_email: 'hub@acme.iam.gserviceaccount.com',
  client_id: '117',
  token_uri: 'https://evil.example/token',
}

describe('the file of a service account', () => {
  test.each([
    ['as it was downloaded', JSON.stringify(file, undefined, 2)],
    ['in one line', JSON.stringify(file)],
    ['wrapped in base64', Buffer.from(JSON.stringify(file)).toString('base64')],
    ['with the line ends of Windows', JSON.stringify(file, undefined, 2).replaceAll('\n', '\r\n')],
  ])('is read %s; nothing else of it is used', (_name, text) => {
    expect(JSON.parse(readServiceAccount(text))).toEqual({
      clientEmail: file.client_email,
      privateKeyId: 'id-1',
      privateKey: key.pkcs8,
    })
  })

  test.each([
    ['a user’s file', { type: 'authorized_user' }, 'of the type “authorized_user”'],
    ['an external account', { ...file, type: 'external_account' }, 'of the type “external_account”'],
    ['a client of OAuth', { web: { client_id: 'x' } }, 'This is the file of an OAuth client'],
    ['an installed client', { installed: {} }, 'This is the file of an OAuth client'],
    ['JSON without a type', { hello: 1 }, 'without a type'],
    ['another cloud', { ...file, universe_domain: 'other.example' }, 'another cloud'],
    ['one without its key', { ...file, private_key: undefined }, 'is incomplete'],
    ['one without its address', { ...file, client_email: '' }, 'is incomplete'],
    ['one with a short key', { ...file, private_key: createRsaKey(1024).pkcs8 }, 'too short'],
    ['one with a certificate', { ...file, private_key: certify(key.pkcs8, Date.now()) }, 'This is a certificate'],
  ])('is refused if it is %s', (_name, value, sentence) => {
    expect(() => readServiceAccount(JSON.stringify(value))).toThrow(sentence)
  })

  test.each([
    ['a key in PEM', key.pkcs8, 'The JSON file is needed.'],
    ['half a file', JSON.stringify(file).slice(0, 200), 'This is not valid JSON.'],
    ['a list', '[]', 'This is not valid JSON.'],
    ['any text', 'hello', 'This is not valid JSON.'],
  ])('is refused if it is %s', (_name, text, sentence) => {
    expect(() => readServiceAccount(text)).toThrow(sentence)
  })
})

describe('the address of the user', () => {
  test('is written in lower case', () => {
    expect(readSubject('Ada@Meridian.example')).toBe('ada@meridian.example')
  })

  test.each([
    ['hub@acme.iam.gserviceaccount.com', 'the address of a service account'],
    ['ada@gmail.com', 'not to personal accounts'],
    ['ada@googlemail.com', 'not to personal accounts'],
    ['ada', 'not an e-mail address'],
  ])('%s is refused', (text, sentence) => {
    expect(() => readSubject(text)).toThrow(sentence)
  })
})
