import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import { google } from '../../../vendors/google/index.ts'

describe('the vendor', () => {
  test('has applications for calendars, mail, transcripts and files', () => {
    expect(google.applications.map(({ name, sync }) => [name, Object.keys(sync ?? {})])).toEqual([
      ['google-calendar', ['calendar']],
      ['gmail', ['emails']],
      ['google-meet', ['transcriptions']],
      ['google-docs', []],
    ])
  })

  test('requires a client id and secret, and wraps the secret', () => {
    const needed = Object.values(google.variables).filter(({ required }) => required)
    expect(needed.map(({ name }) => name)).toEqual(['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
    expect(google.variables.clientSecret.secret).toBe(true)
    expect(google.variables.origin).toMatchObject({ name: 'GOOGLE_ORIGIN', kind: 'origin' })
  })

  test("loads without Google's client library, which the first request loads", () => {
    const index = fileURLToPath(new URL('../../../vendors/google/index.ts', import.meta.url))
    const program = `
      import { registerHooks } from 'node:module'
      const loaded = []
      registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
      await import(${JSON.stringify(index)})
      console.log(loaded.filter((url) => /googleapis|gaxios|google-auth/.test(url)).length, loaded.length > 10)`
    const output = execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '--eval', program])
    expect(output.toString().trim()).toBe('0 true')
  })
})
