import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { ConnectedProvider, Credential } from '../src/contract/index.ts'
import { ConformanceError } from './run/options.ts'
import { findErrors } from './run/schemas.ts'
import type { Account } from './run/subject.ts'
import type { Samples } from './samples.ts'

/** An account in a file: its connection, or its credential alone, and samples. */
interface Entry {
  application?: string
  title?: string
  connectedProvider?: ConnectedProvider
  credential?: Credential
  samples?: Samples
}

const EXPECTED = '{ "application": "…", "connectedProvider": { … } or "credential": { … }, "samples": { … } }'

/**
 * Reads accounts from a JSON file: one, or a list, or `{ accounts: [] }`. An account is a connectedProvider, a credential, or
 * an object that holds either with samples. Throws ConformanceError.
 */
export async function readAccounts(file: string, applications: readonly string[] = []): Promise<Account[]> {
  const content = await readJson(file)
  const entries = entriesOf(content).map((value) => toEntry(value, file))
  return entries.map((entry, index) => {
    const { connectedProvider, credential } = entry
    const [only] = applications
    const application =
      entry.application ?? connectedProvider?.application ?? (applications.length === 1 ? only : undefined)
    if (!application)
      throw new ConformanceError(`${file}: account ${index + 1} does not say its application: expected ${EXPECTED}`)
    const connection = connectedProvider ?? {
      connectionId: `conformance-${application}`,
      provider: '',
      application,
      credential: credential as Credential,
    }
    return {
      application,
      title: entry.title ?? application,
      samples: entry.samples ?? {},
      connect: async () => connection,
      onRefresh: async (refreshed) => {
        connection.credential = refreshed
        await replaceCredential(file, index, refreshed)
      },
    }
  })
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    // The message of a JSON error quotes the file, which is secret.
    const reason = error instanceof SyntaxError ? 'it is not JSON' : (error as Error).message
    throw new ConformanceError(`the credential file ${file} cannot be read: ${reason}`)
  }
}

function entriesOf(content: unknown): unknown[] {
  if (Array.isArray(content)) return content
  const accounts = (content as { accounts?: unknown } | null)?.accounts
  return Array.isArray(accounts) ? accounts : [content]
}

function toEntry(value: unknown, file: string): Entry {
  const entry = (value ?? {}) as Entry & Record<string, unknown>
  if ('accessToken' in entry) return toEntry({ credential: entry }, file)
  if ('connectionId' in entry && 'credential' in entry) return toEntry({ connectedProvider: entry }, file)
  const { connectedProvider, credential } = entry
  if (!connectedProvider && !credential) throw new ConformanceError(`${file}: expected ${EXPECTED}`)
  const errors = connectedProvider
    ? findErrors(ConnectedProvider, connectedProvider)
    : findErrors(Credential, credential)
  if (errors.length > 0) throw new ConformanceError(`${file}: ${errors.join('; ')}`)
  return entry
}

/** Writes the new credential into the file, as the platform would store it: with some vendors the old one stops working. */
async function replaceCredential(file: string, index: number, credential: Credential): Promise<void> {
  const content = await readJson(file)
  const entry = entriesOf(content)[index] as Entry & { accessToken?: string }
  if (entry.accessToken !== undefined) Object.assign(entry, credential)
  else if (entry.connectedProvider) entry.connectedProvider.credential = credential
  else entry.credential = credential
  const { mode } = await stat(file)
  await writeFile(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode })
  await rename(`${file}.new`, file)
}
