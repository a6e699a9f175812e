import { execFileSync } from 'node:child_process'
import { expect, test } from '@jest/globals'

const MAP = new URL('../../../../vendors/google/gmail/map.ts', import.meta.url)

test('a date without a zone is in UTC, whatever the zone of this machine', () => {
  const script = `
    const { toEmail } = await import('${MAP}')
    const headers = [{ name: 'Date', value: 'Thu, 5 Dec 2024 08:30:00' }]
    const message = { id: '1', payload: { mimeType: 'text/plain', headers, body: { size: 0 } } }
    console.log(toEmail(message, { provider: 'p', application: 'gmail', email: 'ann@x.org' }).dateSent)`
  const env = { ...process.env, TZ: 'America/New_York', NODE_OPTIONS: '' }
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { env, encoding: 'utf8' })
  expect(Number(output)).toBe(Date.parse('2024-12-05T08:30:00Z'))
})
