import type { Rule } from '../rule.ts'
import type { Check } from '../run/check.ts'
import type { ProviderRequest, Reply } from '../run/client.ts'
import { inventedBody, type Subject } from '../run/subject.ts'
import { SPECIFICATION } from '../specification/sentences.ts'
import { expectProblem } from './expect.ts'

const WRONG_KEY = 'a-wrong-key-0123456789-0123456789'
const REMEDY =
  'Compare the bearer token with PLATFORM_API_KEY before anything else, and refuse other requests with 401.'

/** Rules about the platform key. */
export const keyRules: readonly Rule[] = [
  {
    id: 'key.missing',
    level: 'must',
    requires: 'A closed route refuses a request without the platform key.',
    source: SPECIFICATION.keyRequired,
    remedy: REMEDY,
    scope: 'route',
    needs: ['key'],
    run: async (check, subject) => requireRefusal(check, subject, { key: null }, 'without a key'),
  },
  {
    id: 'key.wrong',
    level: 'must',
    requires: 'A closed route refuses a request with another key.',
    source: SPECIFICATION.keyHeader,
    remedy: REMEDY,
    scope: 'route',
    needs: ['key'],
    run: async (check, subject) => requireRefusal(check, subject, { key: WRONG_KEY }, 'with another key'),
  },
  {
    id: 'key.scheme',
    level: 'must',
    requires: 'A closed route accepts the key as a whole bearer token and in no other form.',
    source: SPECIFICATION.keyHeader,
    remedy:
      'Require the scheme Bearer and compare the whole token: no prefix, no empty token, no other place for the key.',
    scope: 'route',
    needs: ['key'],
    run: async (check, subject) => {
      const { key = '' } = subject
      const forms = [
        ['an empty token', 'Bearer '],
        ['the scheme alone', 'Bearer'],
        ['the beginning of the key', `Bearer ${key.slice(0, -1)}`],
        ['the key and more', `Bearer ${key}x`],
        ['the key in another scheme', `Basic ${key}`],
      ] as const
      for (const [title, Authorization] of forms) {
        await requireRefusal(check, subject, { key: null, headers: { Authorization } }, `with ${title}`)
      }
    },
  },
  {
    id: 'key.refusal',
    level: 'should',
    requires: 'A request without the key is refused with 401, the problem unauthorized and WWW-Authenticate.',
    source: SPECIFICATION.wrongKeyGap,
    remedy: 'Use 401 with a problem type that ends in /unauthorized, which nobody confuses with expired credentials.',
    scope: 'route',
    needs: ['key'],
    run: async (check, { path }) => {
      const reply = await check.send({ path, body: {}, key: WRONG_KEY })
      expectProblem(check, reply, 401, 'unauthorized', path)
      const challenge = String(reply.headers['www-authenticate'] ?? '')
      check.expect(/^Bearer\b/.test(challenge), `WWW-Authenticate is ${challenge || 'missing'} and not Bearer`)
    },
  },
]

/**
 * Requires a refusal that is about the key. An empty body may be refused for its form before the key is looked at; then a
 * valid one has to be refused for the key, and not for the token in it.
 */
async function requireRefusal(check: Check, subject: Subject, request: Partial<ProviderRequest>, title: string) {
  const { path } = subject
  let reply = await check.send({ path, body: {}, ...request })
  if (reply.status === 400) reply = await check.send({ path, body: await inventedBody(subject), ...request })
  check.expect(isAboutKey(reply), `a request ${title} gets status ${reply.status}${describe(reply)}`)
}

function isAboutKey({ status, json }: Reply): boolean {
  return (status === 401 || status === 403) && !String(json?.type).endsWith('/credentials-expired')
}

function describe({ json }: Reply): string {
  return typeof json?.type === 'string' ? ` (${json.type})` : ''
}
