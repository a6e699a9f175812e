import { randomUUID } from 'node:crypto'
import { connectMethodsOf } from '../../../src/contract/index.ts'
import { escapeHtml } from '../../../src/runtime/escape-html.ts'
import type { Rule } from '../../rule.ts'
import type { Check } from '../../run/check.ts'
import type { Reply } from '../../run/client.ts'
import type { Subject } from '../../run/subject.ts'
import { SPECIFICATION } from '../../specification/sentences.ts'

const REDIRECTS = [302, 303, 307]
const ofSignIn = {
  scope: 'application',
  appliesTo: ({ application }: Subject) => application.authentication,
} as const

/** Rules about /auth/connect: the page or redirect with which a person begins to connect an account. */
export const connectRules: readonly Rule[] = [
  {
    ...ofSignIn,
    id: 'connect.starts',
    level: 'must',
    requires: '/auth/connect redirects to the vendor or shows a form, without a key.',
    source: SPECIFICATION.connectRoute,
    remedy: 'Read application and connectionId from the query, and respond with a redirect or with HTML.',
    run: async (check, subject) => {
      for (const method of waysOf(subject)) {
        const { reply } = await open(check, subject, method)
        if (REDIRECTS.includes(reply.status)) {
          check.expect(isWebAddress(reply.headers.location), `the Location is ${reply.headers.location ?? 'missing'}`)
        } else {
          check.expect(reply.status === 200, `the status is ${reply.status}, which is neither a redirect nor 200`)
          check.expect(
            isHtml(reply),
            `the Content-Type is ${reply.headers['content-type'] ?? 'missing'} and not text/html`,
          )
        }
      }
    },
  },
  {
    ...ofSignIn,
    id: 'connect.state',
    level: 'must',
    requires: 'The redirect or the form has the state <connectionId>.<application>.',
    source: SPECIFICATION.state,
    remedy: 'Send the state to the vendor as it is, and put it into a hidden field of a form.',
    run: async (check, subject) => {
      for (const method of waysOf(subject)) {
        const { reply, connectionId } = await open(check, subject, method)
        const state = `${connectionId}.${subject.application.name}`
        const location = redirectOf(reply)
        if (location) {
          // An address of the vendor's own may come first, and carry that of the authorization page.
          const found = location.searchParams.get('state')
          check.expect(found === state, `the state is ${JSON.stringify(found)} and not ${JSON.stringify(state)}`)
        } else if (isHtml(reply)) {
          check.expect(reply.text.includes(escapeHtml(state)), 'the page does not contain the state')
        }
      }
    },
  },
  {
    ...ofSignIn,
    id: 'connect.redirect-uri',
    level: 'must',
    requires: 'The vendor is told to redirect to /auth/callback of the provider.',
    source: SPECIFICATION.redirectUri,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the specification has it
    remedy: 'Send redirect_uri=${BASE_URL}/auth/callback, and set BASE_URL to the public URL of the provider.',
    run: async (check, subject) => {
      let isOAuth = false
      for (const method of waysOf(subject)) {
        const redirectUri = redirectOf((await open(check, subject, method)).reply)?.searchParams.get('redirect_uri')
        if (redirectUri === undefined || redirectUri === null) continue
        isOAuth = true
        const path = URL.parse(redirectUri)?.pathname ?? ''
        check.expect(path.endsWith('/auth/callback'), `redirect_uri is ${redirectUri}`)
        const { instanceUrl } = subject.definition
        const expected = `${instanceUrl?.replace(/\/+$/, '')}/auth/callback`
        check.expect(!instanceUrl || redirectUri === expected, `redirect_uri is ${redirectUri} and not ${expected}`)
      }
      if (!isOAuth) check.skip('no way to connect the application is a redirect with redirect_uri')
    },
  },
  {
    ...ofSignIn,
    id: 'connect.form',
    level: 'must',
    requires: 'A form is submitted to the provider itself: to /auth/callback, or to a route that leads there.',
    source: SPECIFICATION.keyForm,
    remedy: 'Use action="/auth/callback", or a route of your own for a key that is too long for a URL.',
    run: async (check, subject) => {
      let hasForm = false
      for (const method of waysOf(subject)) {
        const { reply } = await open(check, subject, method)
        if (reply.status !== 200 || !isHtml(reply)) continue
        hasForm = true
        const tag = /<form\b[^>]*>/i.exec(reply.text)?.[0]
        if (!check.expect(tag !== undefined, 'the page has no form')) continue
        const [, , action = ''] = /\baction\s*=\s*(["']?)([^"'\s>]*)\1/i.exec(tag ?? '') ?? []
        const base = subject.definition.instanceUrl ?? 'http://provider.invalid'
        const target = URL.parse(action.replaceAll('&amp;', '&'), base)
        check.expect(target?.origin === new URL(base).origin, `the form is submitted to ${action}`)
      }
      if (!hasForm) check.skip('no way to connect the application is a form')
    },
  },
  {
    ...ofSignIn,
    id: 'connect.unknown-application',
    level: 'must',
    requires: '/auth/connect refuses an application that the provider does not have, and shows a page.',
    source: SPECIFICATION.rejectNames,
    remedy: 'Look the application up before anything else, and show a page with a sentence.',
    run: async (check) => {
      const reply = await get(check, '/auth/connect?application=nobody-serves-this&connectionId=conformance-1')
      check.expect(reply.status >= 400, `the status is ${reply.status}`)
      expectPage(check, reply)
    },
  },
  {
    ...ofSignIn,
    id: 'connect.inputs',
    level: 'should',
    requires: '/auth/connect without connectionId, or by a way that there is not, is refused with 400 and a page.',
    source: SPECIFICATION.connectInputsGap,
    remedy: 'Validate the query, and show a page that says what is missing.',
    run: async (check, { application: { name, connectMethods } }) => {
      const address = `/auth/connect?application=${name}`
      const others = connectMethods ? ['saml', '', 'KEY'] : []
      for (const query of ['', ...others.map((method) => `&connectionId=conformance-1&method=${method}`)]) {
        const reply = await get(check, `${address}${query}`)
        check.expect(reply.status === 400, `${address}${query} gets status ${reply.status} and not 400`)
        check.expect(isHtml(reply), `${address}${query} is no page`)
        if (query) check.expect(reply.text.includes('method'), `the page of ${address}${query} does not name method`)
      }
    },
  },
  {
    ...ofSignIn,
    id: 'connect.not-cached',
    level: 'should',
    requires: 'The start of a connection is not cached.',
    source: SPECIFICATION.connectRoute,
    remedy: 'Send Cache-Control: no-store.',
    run: async (check, subject) => {
      for (const method of waysOf(subject)) {
        const control = String((await open(check, subject, method)).reply.headers['cache-control'] ?? '')
        check.expect(/\bno-store\b/.test(control), `Cache-Control is ${control || 'missing'} and not no-store`)
      }
    },
  },
]

/** The ways to connect an application, and the default one when none is named. */
function waysOf({ application }: Subject): (string | undefined)[] {
  return application.connectMethods ? [undefined, ...connectMethodsOf(application)] : [undefined]
}

async function open(check: Check, subject: Subject, method: string | undefined) {
  const connectionId = `conformance-${randomUUID()}`
  const query = new URLSearchParams({ application: subject.application.name, connectionId })
  if (method !== undefined) query.set('method', method)
  return { connectionId, reply: await get(check, `/auth/connect?${query}`) }
}

/** Opens a page as a browser does: without a key. */
export function get(check: Check, path: string): Promise<Reply> {
  return check.send({ method: 'GET', path, key: null, headers: { Accept: 'text/html' } })
}

/** Requires a page for a person, with a sentence on it. */
export function expectPage(check: Check, reply: Reply, where = ''): void {
  const type = reply.headers['content-type'] ?? 'missing'
  if (!check.expect(isHtml(reply), `${where}the Content-Type is ${type} and not text/html`)) return
  const text = reply.text.replace(/<(script|style|title)\b[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ')
  check.expect(text.trim() !== '', `${where}the page is empty`)
}

export function isHtml({ headers }: Reply): boolean {
  return String(headers['content-type'] ?? '').startsWith('text/html')
}

function redirectOf({ status, headers }: Reply): URL | undefined {
  return REDIRECTS.includes(status) && headers.location ? (URL.parse(headers.location) ?? undefined) : undefined
}

function isWebAddress(location: string | undefined): boolean {
  return location !== undefined && /^https?:$/.test(URL.parse(location)?.protocol ?? '')
}
