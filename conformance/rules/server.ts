import type { Rule } from '../rule.ts'
import { SPECIFICATION } from '../specification/sentences.ts'
import { expectProblem } from './expect.ts'

const MAX_GREETING_LENGTH = 200

/** Rules about what every provider serves. */
export const serverRules: readonly Rule[] = [
  {
    id: 'server.hello',
    level: 'must',
    requires: 'GET /api/v1/hello returns a short plain text, without a key.',
    source: SPECIFICATION.hello,
    remedy: 'Serve GET /api/v1/hello without authentication, with status 200 and a short text as text/plain.',
    scope: 'provider',
    run: async (check) => {
      const reply = await check.send({ method: 'GET', path: '/api/v1/hello', key: null })
      check.require(reply.status === 200, `the status is ${reply.status} and not 200`)
      check.expect(reply.text.trim() !== '', 'the body is empty')
      check.expect(reply.text.length <= MAX_GREETING_LENGTH, `the body has ${reply.text.length} characters`)
      const type = String(reply.headers['content-type'] ?? '')
      check.expect(type.startsWith('text/plain'), `the Content-Type is ${type || 'missing'} and not text/plain`)
    },
  },
  {
    id: 'server.icon',
    level: 'must',
    requires: 'The icon of the definition is a file that the provider serves, without a key.',
    source: SPECIFICATION.iconUrl,
    remedy: 'Put the icon into ./public, and serve that folder without authentication.',
    scope: 'provider',
    run: async (check, { definition: { iconUrl, instanceUrl = 'http://provider.invalid' } }) => {
      const base = new URL(instanceUrl)
      const url = new URL(iconUrl, base)
      if (url.origin !== base.origin) check.skip(`${iconUrl} is a file of another server`)
      const reply = await check.send({ method: 'GET', path: `${url.pathname}${url.search}`, key: null })
      check.require(reply.status === 200, `${iconUrl} responds with status ${reply.status}`)
      const type = String(reply.headers['content-type'] ?? '')
      check.expect(
        type.startsWith('image/'),
        `the Content-Type of ${iconUrl} is ${type || 'missing'} and not an image's`,
      )
    },
  },
  {
    id: 'server.unknown-path',
    level: 'should',
    requires: 'A path that the provider does not serve is refused with 404.',
    source: SPECIFICATION.problemForm,
    remedy: 'Respond with the problem not-found and status 404 when no route matches.',
    scope: 'provider',
    run: async (check) => {
      expectProblem(
        check,
        await check.send({ path: '/nothing/here', body: {} }),
        404,
        'not-found',
        'POST /nothing/here',
      )
    },
  },
  {
    id: 'server.method',
    level: 'should',
    requires: 'A route for POST refuses GET.',
    source: SPECIFICATION.jsonBodies,
    remedy: 'Register the route for POST only, and respond to other methods with 404 or 405.',
    scope: 'route',
    run: async (check, { path }) => {
      const { status } = await check.send({ method: 'GET', path })
      check.expect(status === 404 || status === 405, `GET ${path} responds with status ${status} and not 404 or 405`)
    },
  },
]
