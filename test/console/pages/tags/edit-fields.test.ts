import { describe, expect, test } from '@jest/globals'
import {
  EMPTY_TAG,
  isTaken,
  problemOf,
  toChanges,
  toEdited,
  toNewTag,
} from '../../../../console/src/pages/tags/edit-fields.ts'
import { GraphRequestError } from '../../../../platform/client/index.ts'
import { sampleTag } from './sample-tag.ts'

const refused = (code: string, message: string, extensions: Record<string, unknown> = {}) =>
  new GraphRequestError({ errors: [{ code, message, extensions }] })
const person = { ...EMPTY_TAG, alias: 'Bo' }

describe('changes of a tag', () => {
  const original = toEdited(sampleTag({ phoneNumber: '1', urls: ['https://a.example'], description: 'x' }))

  test('are only the fields that differ; empty ones are cleared', () => {
    expect(toChanges(original, original)).toEqual({})
    expect(toChanges({ ...original, alias: ' Maya W ', description: '  ' }, original)).toEqual({
      alias: 'Maya W',
      description: null,
    })
  })

  test('have links by line', () => {
    expect(toChanges({ ...original, urls: 'https://a.example\n\n b.example ' }, original)).toEqual({
      urls: ['https://a.example', 'b.example'],
    })
    expect(toChanges({ ...original, urls: '' }, original)).toEqual({ urls: [] })
  })

  test('have the kind as type and subtype', () => {
    expect(toChanges({ ...original, kind: 'company' }, original)).toEqual({
      tagType: 'topic',
      tagSubType: 'organization',
    })
    const company = toEdited(sampleTag({ tagType: 'topic', tagSubType: 'organization' }))
    expect(company.kind).toBe('company')
    expect(toChanges({ ...company, kind: 'topic' }, company)).toEqual({ tagType: 'topic', tagSubType: null })
  })

  test('of a new tag are its fields and its kind', () => {
    expect(toNewTag({ ...EMPTY_TAG, kind: 'company', alias: 'Acme', emailDomain: 'acme.example' })).toEqual({
      alias: 'Acme',
      emailDomain: 'acme.example',
      tagType: 'topic',
      tagSubType: 'organization',
    })
    expect(toNewTag({ ...person, email: 'bo@a.example' })).toMatchObject({ tagType: 'person', email: 'bo@a.example' })
  })
})

describe('what the platform refuses', () => {
  test('is shown at the field, with its name', () => {
    const error = refused('BAD_USER_INPUT', 'input.email: must be an email address.', { argument: 'input.email' })
    expect(problemOf(error, person)).toEqual({ field: 'email', message: 'Email must be an email address.' })
    const link = refused('BAD_USER_INPUT', 'input.urls[1]: must be an http or https URL.', {
      argument: 'input.urls[1]',
    })
    expect(problemOf(link, person)).toEqual({ field: 'urls', message: 'Other links must be an http or https URL.' })
  })

  test('without a field of the form, is about the form', () => {
    const error = refused('BAD_USER_INPUT', 'input.constructor: no.', { argument: 'input.constructor' })
    expect(problemOf(error, person)?.field).toBeUndefined()
    expect(problemOf(refused('FORBIDDEN', 'no'), person)).toBeUndefined()
    expect(problemOf(new Error('x'), person)).toBeUndefined()
  })

  test('because another tag has the address or the domain, is shown there', () => {
    const error = refused('CONFLICT', 'Another tag already has this email or, as an organization, this domain.')
    expect(problemOf(error, person)?.field).toBe('email')
    expect(problemOf(error, { ...person, kind: 'company' })?.field).toBe('emailDomain')
    expect(isTaken(error)).toBe(true)
  })

  test('of one’s own tag is not a conflict with another one', () => {
    const error = refused('CONFLICT', 'The type and the email of your own tag cannot be changed.')
    expect(isTaken(error)).toBe(false)
    expect(problemOf(error, person)).toEqual({ field: 'email', message: error.message })
  })
})
