import { expect, test } from '@jest/globals'
import { toTokens } from '../../../../src/kit/oauth/token-response.ts'

const scopesOf = (members: object, readScopes?: (scope: unknown) => string[]) =>
  toTokens({ access_token: 'a-1-token', ...members }, 0, readScopes).scopes

test.each([
  ['mail.read calendar.read', ['mail.read', 'calendar.read']],
  ['  mail.read\n', ['mail.read']],
  ['mail.read,calendar.read', ['mail.read,calendar.read']],
  ['', []],
  [7, []],
])('the scopes %j are %j: blanks separate them', (scope, scopes) => {
  expect(scopesOf({ scope })).toEqual(scopes)
})

test.each([{}, { scope: null }])('a response with %j names no scopes', (members) => {
  expect(scopesOf(members)).toBeUndefined()
  expect(scopesOf(members, () => ['mail.read'])).toBeUndefined()
})

test.each([
  ['a text with commas', 'mail.read,calendar.read', (scope: unknown) => String(scope).split(',')],
  ['a list', ['mail.read', 'calendar.read'], (scope: unknown) => scope as string[]],
])('a vendor reads scopes that are %s', (_title, scope, readScopes) => {
  expect(scopesOf({ scope }, readScopes)).toEqual(['mail.read', 'calendar.read'])
})
