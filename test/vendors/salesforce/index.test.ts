import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import { salesforce } from '../../../vendors/salesforce/index.ts'

describe('the vendor', () => {
  test('has all handlers for tables', () => {
    const [application] = salesforce.applications
    expect(salesforce.applications).toHaveLength(1)
    expect(Object.keys(application?.sync ?? {})).toEqual(['metadata', 'table', 'identifier', 'insight'])
    expect(Object.keys(application?.upsert ?? {})).toEqual(['table', 'notes'])
    expect(Object.keys(application?.functions ?? {})).toEqual(['salesforce-report-to-file'])
    expect(application).toMatchObject({
      link: expect.any(Function),
      tag: expect.any(Function),
      queries: expect.any(Function),
    })
  })

  test('requires a client id and secret, wraps the secret and has a default login URL', () => {
    const needed = Object.values(salesforce.variables).filter(({ required }) => required)
    expect(needed.map(({ name }) => name)).toEqual(['SALESFORCE_CLIENT_ID', 'SALESFORCE_CLIENT_SECRET'])
    expect(salesforce.variables.clientSecret.secret).toBe(true)
    expect(salesforce.variables.loginUrl).toMatchObject({ kind: 'url', default: 'https://login.salesforce.com' })
    expect(salesforce.variables.origin).toMatchObject({ name: 'SALESFORCE_ORIGIN', kind: 'origin' })
  })

  test('loads without the libraries that the first request loads', () => {
    const index = fileURLToPath(new URL('../../../vendors/salesforce/index.ts', import.meta.url))
    const program = `
      import { registerHooks } from 'node:module'
      const loaded = []
      registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
      await import(${JSON.stringify(index)})
      console.log(loaded.filter((url) => /node_modules.(jsforce|undici|csv-stringify|sanitize-html)/.test(url)).length, loaded.length > 10)`
    const output = execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '--eval', program])
    expect(output.toString().trim()).toBe('0 true')
  })
})
