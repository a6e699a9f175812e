import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type System, startSystem } from '../flows/system.ts'

const GOOGLE_SCOPE = 'https://www.googleapis.com/auth/'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.stop())

/** The rows of the tables in a section of a vendor's page, by the application in their first cell. */
function readRows(vendor: string, section: string): [application: string, cells: string[]][] {
  const page = readFileSync(new URL(`../../vendors/${vendor}/README.md`, import.meta.url), 'utf8')
  const [, text = ''] = page.split(section)
  const [table = ''] = text.split(/^#/m)
  return [...table.matchAll(/^ *\| `([\w-]+)` \|(.*)\|$/gm)].map(([, application = '', cells = '']) => [
    application,
    cells.split('|').map((cell) => cell.trim()),
  ])
}

/** The names in back quotes. */
function readNames(text: string | undefined): string[] {
  return [...(text ?? '').matchAll(/`([^`]+)`/g)].flatMap(([, names = '']) => names.split(/[ ,]+/))
}

async function fetchConnect(application: string, method?: string): Promise<Response> {
  const query = new URLSearchParams({ application, connectionId: randomUUID(), ...(method ? { method } : {}) })
  return fetch(`${system.hub}/auth/connect?${query}`, { redirect: 'manual' })
}

async function requestedScopes(application: string): Promise<string[]> {
  const address = (await fetchConnect(application)).headers.get('location') ?? ''
  return (new URL(address).searchParams.get('scope') ?? '').split(' ').toSorted()
}

describe('the scopes of an application are those that its vendor’s page lists', () => {
  test.each(readRows('google', '# Google\n'))('%s', async (application, [, scopes]) => {
    const listed = readNames(scopes).map((name) => GOOGLE_SCOPE + name)
    expect(await requestedScopes(application)).toEqual(['openid', 'email', ...listed].toSorted())
  })

  test.each(readRows('microsoft', '### Approval by an administrator'))('%s', async (application, [scopes]) => {
    expect(await requestedScopes(application)).toEqual(readNames(scopes).toSorted())
  })
})

describe('an administrator enters for a key what the form says', () => {
  test.each(readRows('google', '### Connecting with a service account'))('%s', async (application, [line]) => {
    expect(await (await fetchConnect(application, 'key')).text()).toContain(`${line?.replaceAll('`', '')}<`)
  })

  test.each(readRows('microsoft', '## Connections with a key'))('%s', async (application, [required, recommended]) => {
    const page = await (await fetchConnect(application, 'key')).text()
    const copies = [required, recommended]
      .map((cell) => readNames(cell?.replace(/, for .*/, '')).join(', '))
      .filter(Boolean)
    for (const copy of copies) expect(page).toContain(`${copy}<`)
  })
})

test('the link for an administrator returns to a page that says so', async () => {
  for (const [application] of readRows('microsoft', '### Approval by an administrator')) {
    const query = new URLSearchParams({ admin_consent: 'True', tenant: 'x', state: `~admin-consent.${application}` })
    expect((await fetch(`${system.hub}/auth/callback?${query}`)).status).toBe(200)
  }
})

test('every application has a row in each table', () => {
  const names = (vendor: string, section: string) => readRows(vendor, section).map(([application]) => application)
  const google = ['google-calendar', 'gmail', 'google-meet', 'google-docs']
  expect(names('google', '# Google\n')).toEqual(google)
  expect(names('google', '### Connecting with a service account')).toEqual(google)
  const microsoft = ['outlook-calendar', 'outlook-mail', 'teams']
  expect(names('microsoft', '### Approval by an administrator')).toEqual([...microsoft, 'onedrive'])
  expect(names('microsoft', '## Connections with a key')).toEqual(microsoft)
})
