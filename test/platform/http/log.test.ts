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
  ['under a telling name', { deep: [{ accessToken: CANARY }] }],
  ['in a whole credential', { credential: { odd: CANARY } }],
  ['in a header', { headers: { authorization: `Bearer ${CANARY}` } }],
  ['in an address', { url: `https://x.example/callback?code=${CANARY}&state=x` }],
  ['in a database address', { address: `postgres://user:${CANARY}@host/name` }],
  ['in what an error says', { err: new Error(`refused token=${CANARY}`) }],
  ['in the cause of an error', { err: new Error('x', { cause: new Error(`Bearer ${CANARY}`) }) }],
  ['in what a library hangs on its error', { err: Object.assign(new Error('x'), { config: { body: CANARY } }) }],
  ['that a Secret holds, wherever it stands', { note: `so it is ${new Secret(CANARY).reveal()}` }],
])('a secret %s is not in the log', (_, fields) => {
  expect(logged(fields)).not.toContain(CANARY)
})

test('a token is known by its form, also in the message', () => {
  expect(logged({}, `got ${JWT}`)).not.toContain(JWT)
})

test('what is no secret is in the log', () => {
  const line = JSON.parse(logged({ requestId: 'r-1', tokens: 3, err: new Error('it broke') }))
  expect(line).toMatchObject({
    level: 'info',
    msg: 'a line',
    requestId: 'r-1',
    tokens: 3,
    err: { message: 'it broke' },
  })
})
