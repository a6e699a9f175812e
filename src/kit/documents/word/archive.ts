import { promisify } from 'node:util'
import { type Entry, fromBuffer, type Options, type ZipFile } from 'yauzl'
import { UnusableDocumentError } from './problem.ts'

/** The parts of a document by their path in its archive. */
export type Archive = ReadonlyMap<string, Buffer>

/** Of an archive: a document with many images has some hundreds of parts. */
const MAX_PARTS = 5_000
/** All parts together, decompressed (bytes). */
const MAX_BYTES = 100 * 1024 * 1024

const open = promisify<Buffer, Options, ZipFile>(fromBuffer)

/**
 * Decompresses an archive. The library stops at the first byte beyond the size that the archive states for a part, and the
 * stated sizes are added up before anything is decompressed. Throws UnusableDocumentError.
 */
export async function unzip(bytes: Uint8Array): Promise<Archive> {
  try {
    const zip = await open(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { lazyEntries: true })
    return await readParts(zip)
  } catch (error) {
    if (error instanceof UnusableDocumentError) throw error
    throw new UnusableDocumentError('unreadable', { cause: error })
  }
}

function readParts(zip: ZipFile): Promise<Archive> {
  const parts = new Map<string, Buffer>()
  let total = 0
  return new Promise((resolve, reject) => {
    const take = async (entry: Entry) => {
      total += entry.uncompressedSize
      if (total > MAX_BYTES || parts.size >= MAX_PARTS) throw new UnusableDocumentError('too-large')
      if (!entry.fileName.endsWith('/')) parts.set(entry.fileName, await readPart(zip, entry))
    }
    zip.on('entry', (entry: Entry) => {
      take(entry).then(() => zip.readEntry(), reject)
    })
    zip.on('error', reject)
    zip.on('end', () => resolve(parts))
    zip.readEntry()
  })
}

function readPart(zip: ZipFile, entry: Entry): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(error)
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('error', reject)
      stream.on('end', () => resolve(Buffer.concat(chunks)))
    })
  })
}
