import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from './arguments.ts'
import type { SignIn } from './capabilities.ts'

/** A vendor that this program has written. */
export interface ExistingVendor {
  label: string
  signIn: SignIn
}

/** What the applications of a vendor use of it, as this program writes it. */
const SHAPE: readonly (readonly [file: string, text: string])[] = [
  ['account.ts', 'export function toWebUrl('],
  ['client.ts', 'export function fetchJson<'],
  ['auth.ts', 'Auth: Auth<'],
]

const SIGN_IN_FUNCTIONS: readonly (readonly [SignIn, string])[] = [
  ['oauth', 'oauthHandlers('],
  ['key', 'apiKeyAuth<'],
  ['key-upload', 'keyAuth('],
]

/**
 * The vendor of this folder; undefined if there is none. Throws UsageError for one whose files have another shape: this
 * program cannot add to it.
 */
export function findVendor(root: string, vendor: string): ExistingVendor | undefined {
  const folder = join(root, 'vendors', vendor)
  if (!existsSync(folder)) return undefined
  const read = (file: string) => (existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : '')
  const different = SHAPE.filter(([file, text]) => !read(file).includes(text)).map(([file]) => file)
  const signIn = SIGN_IN_FUNCTIONS.find(([, text]) => read('auth.ts').includes(text))?.[0]
  const label = /^ {2}label: '([^']+)'/m.exec(read('index.ts'))?.[1]
  if (different.length === 0 && signIn && label) return { label, signIn }
  throw new UsageError(
    `vendors/${vendor} exists, but was not written by this program: it differs in ${different.join(', ') || 'auth.ts'}. ` +
      'Add the application by hand: docs/adding-an-application.md#by-hand.',
  )
}
