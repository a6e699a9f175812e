import { describe, expect, test } from '@jest/globals'
import * as answers from '../../../platform/provider/responses.ts'

const NEW = { accessToken: 'new', dateExpiry: 5 }

describe('a refreshed credential is read', () => {
  test.each([
    ['as documented', { credential: NEW }],
    ['inside a result', { result: { credential: NEW } }],
    ['as the result', { result: NEW }],
    ['bare', NEW],
  ])('%s', (_, body) => {
    expect(answers.readRefresh(body)).toEqual({ value: NEW })
  })

  test.each([[{ credential: { refreshToken: 'x' } }], [{}], [undefined], [{ credential: { accessToken: '' } }]])(
    'but not from %j',
    (body) => {
      expect(answers.readRefresh(body)).toHaveProperty('wrong')
    },
  )
})

describe('a page is read', () => {
  test('with its warnings and its cursor', () => {
    const page = {
      items: [1],
      metadata: { warnings: ['one', 2] },
      pagination: { hasMore: true, cursor: 'c', pageSize: 9 },
    }
    expect(answers.readPage(page)).toEqual({ value: { items: [1], warnings: ['one'], hasMore: true, cursor: 'c' } })
  })

  test.each([
    ['no pagination', { items: [] }],
    ['a cursor that is no text', { items: [], pagination: { hasMore: false, cursor: 7 } }],
    ['a hasMore that is no truth value', { items: [], pagination: { hasMore: 'yes', cursor: '' } }],
    ['a result around it', { result: { items: [] } }],
  ])('with %s', (_, body) => {
    expect(answers.readPage(body)).toEqual({ value: { items: [], warnings: [], hasMore: false } })
  })

  test.each([[undefined], [null], [[]], [{}], [{ items: {} }], ['<html>']])('but not from %j', (body) => {
    expect(answers.readPage(body)).toHaveProperty('wrong')
  })
})

describe('other answers are read', () => {
  const tag = { externalId: '1', tagType: 'person', alias: 'Ada' }
  const note = { _id: '1', externalId: '9', title: '', documentHtml: '', tags: [] }

  test.each([[tag], [{ tag }], [{ result: tag }], [{ result: { tag } }]])('a tag from %j', (body) => {
    expect(answers.readTag(body)).toEqual({ value: tag })
  })

  test.each([[[tag, tag]], [{ tags: [tag, tag] }], [{ items: [tag, tag], pagination: {} }]])('tags from %j', (body) => {
    expect(answers.readTag(body)).toEqual({ value: [tag, tag] })
  })

  test('notes, and of a bad one which it was', () => {
    expect(answers.readUpsertedNotes([note])).toEqual({ value: [note] })
    expect(answers.readUpsertedNotes({ result: [note, { _id: '' }] })).toEqual({
      wrong: expect.stringMatching(/^number 2/),
    })
  })

  test('a check, wrapped or not', () => {
    const missing = { status: 'scope_required', message: 'Calendar is missing.' }
    expect(answers.readCheck({ result: missing })).toEqual({ value: missing })
    expect(answers.readCheck(missing)).toEqual({ value: missing })
    expect(answers.readCheck({ status: 'perhaps' })).toHaveProperty('wrong')
  })

  test('a document behind a link, wrapped or not', () => {
    const document = { provider: 'p', application: 'a', externalId: '1', url: 'u', title: 't' }
    for (const body of [document, { businessObject: document }, { result: document }]) {
      expect(answers.readLink(body)).toEqual({ value: document })
    }
  })
})
