import { describe, expect, test } from '@jest/globals'
import nock from 'nock'
import { parseFileReference, parseFileUrl } from '../../../../vendors/google/google-docs/drive/address.ts'
import { cutNetwork } from '../../../kit/network.ts'
import { problemOf } from '../builders.ts'
import { docsCall, link } from './fixtures.ts'

cutNetwork()

const ID = '1Xyc_-0aBcDeF'

describe('a link is read', () => {
  test.each([
    `https://docs.google.com/document/d/${ID}/edit`,
    `https://docs.google.com/document/d/${ID}`,
    `https://docs.google.com/document/d/${ID}/edit?tab=t.abc#heading=h.x`,
    `https://docs.google.com/spreadsheets/d/${ID}/view`,
    `https://docs.google.com/presentation/d/${ID}/preview`,
    `https://docs.google.com/forms/d/${ID}/copy`,
    `https://docs.google.com/drawings/d/${ID}/edit`,
    `https://docs.google.com/document/u/1/d/${ID}/edit`,
    `https://docs.google.com/a/example.com/document/d/${ID}/edit`,
    `https://drive.google.com/file/d/${ID}/view?usp=sharing`,
    `https://drive.google.com/open?id=${ID}`,
    `https://drive.google.com/drive/folders/${ID}`,
    `https://drive.google.com/drive/u/0/folders/${ID}?usp=drive_link`,
    `http://docs.google.com/document/d/${ID}/edit`,
    `  https://DOCS.google.com/document/d/${ID}/edit\n`,
  ])('%s', (url) => {
    expect(parseFileUrl(url)).toEqual({ id: ID })
  })

  test.each([
    [`https://drive.google.com/file/d/${ID}/view?resourcekey=0-a_B`, { resourceKey: '0-a_B' }],
    [`https://drive.google.com/open?resourceKey=0-a_B&id=${ID}`, { resourceKey: '0-a_B' }],
    [`https://drive.google.com/open?id=${ID}&resourcekey=a,b%0d%0ax:y`, {}],
    [`https://docs.google.com/spreadsheets/d/${ID}/edit#gid=77`, { sheetId: 77 }],
    [`https://docs.google.com/spreadsheets/d/${ID}/edit?gid=0#gid=0`, { sheetId: 0 }],
  ])('with what else it says: %s', (url, members) => {
    expect(parseFileUrl(url)).toEqual({ id: ID, ...members })
  })

  test('or the bare id', () => {
    expect(parseFileReference(ID)).toEqual({ id: ID })
    expect(parseFileReference('Offer 2026')).toBeUndefined()
  })
})

describe('a link to something else is 404 without any request', () => {
  test.each([
    'https://docs.google.com/document/d/e/2PACX-1vTabcdefgh/pub',
    'https://docs.google.com/document/d/2PACX-1vTabcdefgh/edit',
    `https://docs.google.com.evil.example/document/d/${ID}/edit`,
    `https://evil.example/document/d/${ID}/edit`,
    `https://docs.google.com@evil.example/document/d/${ID}/edit`,
    `https://ann:pw@docs.google.com/document/d/${ID}/edit`,
    `https://docs.google.com:8443/document/d/${ID}/edit`,
    `https://docs-google.com/document/d/${ID}/edit`,
    `https://xdocs.google.com/document/d/${ID}/edit`,
    `ftp://docs.google.com/document/d/${ID}/edit`,
    `javascript:document/d/${ID}`,
    'https://docs.google.com/document/u/0/',
    'https://docs.google.com/document/d/short/edit',
    'https://drive.google.com/drive/my-drive',
    'https://drive.google.com/open?id=../../secret/x',
    'no link',
    '',
  ])('%s', async (url) => {
    const call = docsCall()
    expect(await problemOf(link(url, call))).toMatchObject({ status: 404, problem: 'not-found' })
    expect(call.meter.calls).toBe(0)
    expect(nock.isDone()).toBe(true)
  })
})
