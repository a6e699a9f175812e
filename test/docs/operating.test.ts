import { describe, expect, test } from '@jest/globals'
import { HUB_VARIABLES, PLATFORM_VARIABLES } from '../../docs/program-variables.ts'
import {
  operatingDocument,
  readHubVariables,
  readPlatformVariables,
  writtenOperating,
} from '../../docs/write-operating.ts'
import { startApi } from '../platform/graph/api.ts'
import { KEY } from '../platform/graph/provider.ts'
import { PLATFORM_KEY, startHub } from '../src/hub.ts'

/** The names in the first column of all tables of the page. */
const listed = new Set([...writtenOperating().matchAll(/^\| `([^`]+)`/gm)].map(([, name = '']) => name))

/** The metrics of a running program that the page does not list. */
async function findUnlisted(url: string, key: string): Promise<string[]> {
  const response = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${key}` } })
  const names = [...(await response.text()).matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(20)
  return names.filter((name) => !listed.has(name.replace(/^(hub|platform)_(?=process_|nodejs_)/, '…_')))
}

describe('docs/operating.md', () => {
  test('describes every variable that the hub reads, and no other (docs/program-variables.ts)', () => {
    expect(Object.keys(HUB_VARIABLES).sort()).toEqual(readHubVariables().sort())
  })

  test('describes every variable that the platform reads, and no other (docs/program-variables.ts)', () => {
    expect(Object.keys(PLATFORM_VARIABLES).sort()).toEqual(readPlatformVariables().sort())
  })

  test('is up to date: run npm run docs', async () => {
    expect(writtenOperating()).toBe(await operatingDocument())
  })

  test('lists every metric of a running hub', async () => {
    const hub = await startHub()
    const unlisted = await findUnlisted(hub.url, PLATFORM_KEY)
    await hub.stop()
    expect(unlisted).toEqual([])
  })

  test('lists every metric of a running platform: those of docs/write-operating.ts, createPlatformRegistry', async () => {
    const api = await startApi()
    const unlisted = await findUnlisted(api.url, KEY)
    await api.stop()
    expect(unlisted).toEqual([])
  })
})
