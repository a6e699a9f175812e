import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from '@jest/globals'
import { startApi } from '../graph/api.ts'
import { addPerson, tenantOf } from '../graph/block-content.ts'

const CLIENT = new URL('../../../platform/client/', import.meta.url)

/** The first program of the README, with absolute imports so that it can be saved in any folder. */
function readExample(): string {
  const readme = readFileSync(new URL('README.md', CLIENT), 'utf8')
  const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? []
  return code.replaceAll("'./", `'${CLIENT.href}`)
}

test('the example of the README runs', async () => {
  const api = await startApi()
  const folder = mkdtempSync(join(tmpdir(), 'client-'))
  try {
    const owner = await tenantOf(api, 'ada@people.example')
    await addPerson({ db: api.db, now: 0 }, owner, 'zoe@people.example')
    const file = join(folder, 'try.ts')
    writeFileSync(file, readExample())
    const env = { ...process.env, GRAPH_URL: api.url, GRAPH_TOKEN: await api.issuer.token(owner.email) }
    const program = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const [stdout, stderr] = await Promise.all([text(program.stdout), text(program.stderr), once(program, 'close')])
    expect([stdout.split('\n'), stderr]).toEqual([
      ['I am ada@people.example', 'wrote Hello', expect.stringMatching(/, zoe@people\.example$/), ''],
      expect.not.stringContaining('Error'),
    ])
  } finally {
    rmSync(folder, { recursive: true })
    await api.stop()
  }
})
