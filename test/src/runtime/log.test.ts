import { expect, test } from '@jest/globals'
import { createLog } from '../../../src/runtime/log.ts'
import { Secret } from '../../../src/runtime/secret.ts'

const CANARY = 'canary-9f8e7d6c5b4a39281706'
const JWT = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg'

function logged(fields: object, message = 'a line'): string {
  const lines: string[] = []
  createLog('trace', { write: (line) => lines.push(line) }).info(fields, message)
  return lines.join('')
}

test.each<[string, object]>([
  ['under the name of a secret', { deep: [{ accessToken: CANARY }] }],
  ['in a credential', { credential: { odd: CANARY } }],
  ['in a header', { headers: { authorization: `Bearer ${CANARY}` } }],
  ['in a URL', { url: `https://x.example/callback?code=${CANARY}&state=x` }],
  ['in a database URL', { address: `postgres://user:${CANARY}@host/name` }],
  ['in the message of an error', { err: new Error(`refused token=${CANARY}`) }],
  ['in the cause of an error', { err: new Error('x', { cause: new Error(`Bearer ${CANARY}`) }) }],
  [
    'in a property that a library adds to its error',
    { err: Object.assign(new Error('x'), { config: { body: CANARY } }) },
  ],
  ['that was created as a Secret, anywhere', { note: `it is ${new Secret(CANARY).reveal()}` }],
])('a secret %s is not in the log', (_, fields) => {
  expect(logged(fields)).not.toContain(CANARY)
})

test('a token is recognized by its format, also in the message', () => {
  expect(logged({}, `got ${JWT}`)).not.toContain(JWT)
})

test('other values are logged unchanged', () => {
  const line = JSON.parse(logged({ requestId: 'r-1', tokens: 3, err: new Error('it broke') }))
  expect(line).toMatchObject({
    level: 'info',
    msg: 'a line',
    requestId: 'r-1',
    tokens: 3,
    err: { message: 'it broke' },
  })
})
