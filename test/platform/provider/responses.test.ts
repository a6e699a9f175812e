import { describe, expect, test } from '@jest/globals'
import * as responses from '../../../platform/provider/responses.ts'

const NEW = { accessToken: 'new', dateExpiry: 5 }

describe('a refreshed credential is decoded', () => {
  test.each([
    ['as documented', { credential: NEW }],
    ['inside a result', { result: { credential: NEW } }],
    ['as the result', { result: NEW }],
    ['bare', NEW],
  ])('%s', (_, body) => {
    expect(responses.decodeCredential(body)).toEqual({ value: NEW })
  })

  test.each([[{ credential: { refreshToken: 'x' } }], [{}], [undefined], [{ credential: { accessToken: '' } }]])(
    'but not from %j',
    (body) => {
      expect(responses.decodeCredential(body)).toHaveProperty('error')
    },
  )
})

describe('a page is decoded', () => {
  test('with its warnings and its cursor', () => {
    const page = {
      items: [1],
      metadata: { warnings: ['one', 2] },
      pagination: { hasMore: true, cursor: 'c', pageSize: 9 },
    }
    expect(responses.decodePage(page)).toEqual({ value: { items: [1], warnings: ['one'], hasMore: true, cursor: 'c' } })
  })

  test.each([
    ['no pagination', { items: [] }],
    ['a cursor that is not a string', { items: [], pagination: { hasMore: false, cursor: 7 } }],
    ['a hasMore that is not a boolean', { items: [], pagination: { hasMore: 'yes', cursor: '' } }],
    ['a result around it', { result: { items: [] } }],
  ])('with %s', (_, body) => {
    expect(responses.decodePage(body)).toEqual({ value: { items: [], warnings: [], hasMore: false } })
  })

  test.each([[undefined], [null], [[]], [{}], [{ items: {} }], ['<html>']])('but not from %j', (body) => {
    expect(responses.decodePage(body)).toHaveProperty('error')
  })
})

describe('other responses are decoded', () => {
  const tag = { externalId: '1', tagType: 'person', alias: 'Ada' }
  const note = { _id: '1', externalId: '9', title: '', documentHtml: '', tags: [] }

  test.each([[tag], [{ tag }], [{ result: tag }], [{ result: { tag } }]])('a tag from %j', (body) => {
    expect(responses.decodeTag(body)).toEqual({ value: tag })
  })

  test.each([[[tag, tag]], [{ tags: [tag, tag] }], [{ items: [tag, tag], pagination: {} }]])('tags from %j', (body) => {
    expect(responses.decodeTag(body)).toEqual({ value: [tag, tag] })
  })

  test('notes, with the position of an invalid one', () => {
    expect(responses.decodeUpsertedNotes([note])).toEqual({ value: [note] })
    expect(responses.decodeUpsertedNotes({ result: [note, { _id: '' }] })).toEqual({
      error: expect.stringMatching(/^number 2/),
    })
  })

  test('a check, wrapped or not', () => {
    const missing = { status: 'scope_required', message: 'Calendar is missing.' }
    expect(responses.decodeCheckResult({ result: missing })).toEqual({ value: missing })
    expect(responses.decodeCheckResult(missing)).toEqual({ value: missing })
    expect(responses.decodeCheckResult({ status: 'perhaps' })).toHaveProperty('error')
  })

  test('a document behind a link, wrapped or not', () => {
    const document = { provider: 'p', application: 'a', externalId: '1', url: 'https://p.example/1', title: 't' }
    for (const body of [document, { businessObject: document }, { result: document }]) {
      expect(responses.decodeLink(body)).toEqual({ value: document })
    }
  })
})
