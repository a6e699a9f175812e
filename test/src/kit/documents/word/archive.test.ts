import { describe, expect, test } from '@jest/globals'
import PizZip from 'pizzip'
import { unzip } from '../../../../../src/kit/documents/word/archive.ts'
import { UnusableDocumentError } from '../../../../../src/kit/documents/word/problem.ts'
import { aWordFile } from '../word-files.ts'

const MB = 1024 * 1024

/** The problem of an archive that cannot be read. */
async function problemOf(bytes: Uint8Array): Promise<string> {
  const error = await unzip(bytes).catch((problem: unknown) => problem)
  return error instanceof UnusableDocumentError ? error.problem : `no problem: ${error}`
}

function archiveOf(parts: Record<string, Uint8Array>): Buffer {
  const zip = new PizZip()
  for (const [path, content] of Object.entries(parts)) zip.file(path, content)
  return zip.generate({ type: 'nodebuffer', compression: 'DEFLATE' })
}

/** The archive with another decompressed size for its only part, in both of its headers. */
function withStatedSize(archive: Buffer, size: number): Buffer {
  archive.writeUInt32LE(size, 22)
  archive.writeUInt32LE(size, archive.indexOf('PK\u0001\u0002') + 24)
  return archive
}

test('an archive is read with all its parts', async () => {
  const parts = await unzip(aWordFile({ others: { 'word/media/image1.png': 'pixels', 'empty.txt': '' } }))
  expect([...parts.keys()]).toEqual(expect.arrayContaining(['word/document.xml', '[Content_Types].xml']))
  expect(parts.get('word/media/image1.png')?.toString()).toBe('pixels')
  expect(parts.get('empty.txt')?.length).toBe(0)
})

describe('an archive is refused', () => {
  test('whose parts are together too large, before they are decompressed', async () => {
    const half = new Uint8Array(60 * MB)
    expect(await problemOf(archiveOf({ 'word/document.xml': half, 'word/comments.xml': half }))).toBe('too-large')
  })

  test('of which a part is larger than it states, after the first byte too many', async () => {
    const bomb = withStatedSize(archiveOf({ 'word/document.xml': new Uint8Array(90 * MB) }), 1_000)
    const before = process.memoryUsage().arrayBuffers
    expect(await problemOf(bomb)).toBe('unreadable')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * MB)
  })

  test('that has too many parts', async () => {
    const parts = Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [`part${index}`, new Uint8Array(0)]))
    expect(await problemOf(archiveOf(parts))).toBe('too-large')
  })

  test.each([
    ['empty', Buffer.alloc(0)],
    ['a text', Buffer.from('PK, but no archive')],
    ['encrypted by Word', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['cut off', Buffer.from(aWordFile().subarray(0, 300))],
  ])('that is %s', async (_, bytes) => {
    expect(await problemOf(bytes)).toBe('unreadable')
  })
})
