import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The secret that encrypts credentials beside an embedded store: made once, read by every later start. It is linked
 * into place whole, so of programs that start at once all use the same.
 */
export async function secretBeside(dataDir: string): Promise<string> {
  const file = join(dataDir, 'credential-key')
  const kept = await readFile(file, 'utf8').catch(ifMissing)
  if (kept !== undefined) return kept
  await mkdir(dataDir, { recursive: true })
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
  await link(draft, file).catch(ifExists)
  await rm(draft)
  return await readFile(file, 'utf8')
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function ifExists(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
