import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { toLinkLocation, toLocation } from '../../../../vendors/microsoft/onedrive/locations.ts'
import { cutNetwork } from '../../../kit/network.ts'
import { randomRuns } from '../../../kit/random-runs.ts'
import { problemOf } from '../builders.ts'
import { resolve } from './builders.ts'

cutNetwork()

/** The link that a location stands for. */
function linkOf(link: string): string | undefined {
  const token = toLinkLocation(link)?.segments[1]
  return token && Buffer.from(token.replace(/^u!/, ''), 'base64url').toString()
}

describe('a link', () => {
  test.each([
    'https://1drv.ms/w/c/0f097864e0cfea42/EYpBg',
    'https://1drv.ms/x/s!AoXyz',
    'https://onedrive.live.com/edit.aspx?resid=1231244193912!12&authkey=!AKey',
    'https://contoso.sharepoint.com/:w:/s/Sales/EabcDEF123?e=4XyZ',
    'https://contoso.sharepoint.com/:f:/g/EabcDEF123',
    'https://contoso.sharepoint.com/:x:/r/sites/Sales/Shared%20Documents/f.xlsx?d=w1&csf=1&web=1',
    'https://contoso-my.sharepoint.com/:w:/r/personal/ann_contoso_com/_layouts/15/Doc.aspx?sourcedoc=%7B0F%7D&file=Plan.docx&action=default',
    'https://contoso-my.sharepoint.com/personal/ann_contoso_com/Documents/Plan.docx',
  ])('is sent to Graph in encoded form, whatever its form: %s', (link) => {
    expect(linkOf(link)).toBe(link)
    expect(toLinkLocation(link)?.headers).toEqual({ Prefer: 'redeemSharingLinkIfNecessary' })
  })

  test('has the token that Microsoft documents, without padding', () => {
    expect(toLinkLocation('https://contoso.sharepoint.com/:w:/s/Sales/EabcDEF123?e=4XyZ')?.segments).toEqual([
      'shares',
      'u!aHR0cHM6Ly9jb250b3NvLnNoYXJlcG9pbnQuY29tLzp3Oi9zL1NhbGVzL0VhYmNERUYxMjM_ZT00WHla',
      'driveItem',
    ])
  })

  test('loses its fragment and the blanks around it, and is otherwise unchanged', () => {
    expect(linkOf(' https://1drv.ms/w/c/Ab?e=Xy#page=2 ')).toBe('https://1drv.ms/w/c/Ab?e=Xy')
    expect(linkOf('https://1drv.ms/w/Größe.docx')).toBe('https://1drv.ms/w/Gr%C3%B6%C3%9Fe.docx')
  })

  test.each([
    'https://evil-sharepoint.com/:w:/s/Sales/Eabc',
    'https://sharepoint.com/:w:/s/Sales/Eabc',
    'https://contoso.sharepoint.com.evil.example/:w:/s/Sales/Eabc',
    'https://contoso.sharepoint.com@evil.example/:w:/s/Eabc',
    'https://user@contoso.sharepoint.com/:w:/s/Eabc',
    'https://contoso.sharepoint.com./:w:/s/Eabc',
    'https://.sharepoint.com/:w:/s/Eabc',
    'https://contoso.sharepoint.com:8443/:w:/s/Eabc',
    'http://contoso.sharepoint.com/:w:/s/Eabc',
    'https://1drv.ms.evil.example/w/1',
    'https://www.1drv.ms/w/1',
    'https://evil.onedrive.live.com/?resid=1',
    'https://onedrive.live.com.evil.example/?resid=1',
    'https://xn--harepoint-5fg.com/:w:/s/Eabc',
    'https://docs.google.com/document/d/1/edit',
    'javascript:alert(1)',
    'contoso.sharepoint.com/:w:/s/Eabc',
    '//contoso.sharepoint.com/:w:/s/Eabc',
    '',
  ])('of another site, or of one that only looks like Microsoft’s, is no document: %s', async (link) => {
    expect(toLinkLocation(link)).toBeUndefined()
    expect(await problemOf(resolve(link))).toMatchObject({ status: 404, problem: 'not-found' })
  })

  test('becomes a token of base64url characters, from which the link can be read again', () => {
    const tail = fc.string({ unit: 'binary', maxLength: 60 })
    fc.assert(
      fc.property(tail, (text) => {
        const link = `https://contoso.sharepoint.com/:w:/${encodeURIComponent(text.toWellFormed())}`
        expect(toLinkLocation(link)?.segments[1]).toMatch(/^u![\w-]+$/)
        expect(linkOf(link)).toBe(new URL(link).href)
      }),
      { numRuns: randomRuns(200) },
    )
  })
})

describe('an id', () => {
  test('is that of a drive and that of an item, in which upper and lower case differ', () => {
    expect(toLocation('b!nkWkUd-_A/01MOWkyv')?.segments).toEqual(['drives', 'b!nkWkUd-_A', 'items', '01MOWkyv'])
    expect(toLocation('0f097864e0cfea42/F0!s12ab')?.segments).toEqual([
      'drives',
      '0f097864e0cfea42',
      'items',
      'F0!s12ab',
    ])
  })

  test.each(['01MOWKYV', 'a/b/c', 'b!x/', '/01M', '1drv.ms/w', 'b!x/..', 'b!x/../y', 'b!x/1?y', 'b!x/1 2'])(
    'is no other text: %s',
    (text) => {
      expect(toLocation(text)).toBeUndefined()
    },
  )

  test('is no link', async () => {
    expect(await problemOf(resolve('b!nkWkUd/01MOW'))).toMatchObject({ status: 404 })
  })
})
