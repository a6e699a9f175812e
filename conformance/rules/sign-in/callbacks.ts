import { randomUUID } from 'node:crypto'
import type { Rule } from '../../rule.ts'
import type { Subject } from '../../run/subject.ts'
import { SPECIFICATION } from '../../specification/sentences.ts'
import { expectPage, get, isHtml } from './connecting.ts'

const MARK = '<script>conformance()</script>'
const ofSignIn = {
  scope: 'application',
  appliesTo: ({ application }: Subject) => application.authentication,
} as const

/** Rules about /auth/callback: whatever goes wrong there is a page for the person. */
export const callbackRules: readonly Rule[] = [
  {
    ...ofSignIn,
    id: 'callback.error-page',
    level: 'must',
    requires: 'Whatever goes wrong in the callback is a page for the person.',
    source: SPECIFICATION.errorPage,
    remedy: 'Catch everything in the callback, and show a page with a sentence: no JSON, no empty page, no stack.',
    run: async (check, subject) => {
      for (const [title, query] of mistakes(subject)) {
        expectPage(check, await get(check, `/auth/callback${query}`), `a callback ${title}: `)
      }
    },
  },
  {
    ...ofSignIn,
    id: 'callback.refused',
    level: 'must',
    requires: 'A callback without a valid state and code connects nothing.',
    source: SPECIFICATION.callbackRoute,
    remedy: 'Exchange the code at the vendor before you register a connection, and show an error page if that fails.',
    run: async (check, subject) => {
      for (const [title, query] of mistakes(subject)) {
        const { status } = await get(check, `/auth/callback${query}`)
        check.expect(status >= 400, `a callback ${title} gets status ${status}`)
      }
    },
  },
  {
    ...ofSignIn,
    id: 'callback.unknown-application',
    level: 'must',
    requires: 'A callback whose state names an application that the provider does not have is refused.',
    source: SPECIFICATION.applicationName,
    remedy: 'Split the state at the last dot, and look the application up.',
    run: async (check) => {
      const reply = await get(check, `/auth/callback?state=conformance-1.nobody-serves-this&code=x`)
      check.expect(reply.status >= 400, `the status is ${reply.status}`)
      expectPage(check, reply)
    },
  },
  {
    ...ofSignIn,
    id: 'callback.client-error',
    level: 'should',
    requires: 'A callback that nobody can finish is a 400: the provider works.',
    source: SPECIFICATION.errorPage,
    remedy: 'Respond with 400 to a wrong state and with a status from 400 to 499 to an error of the vendor.',
    run: async (check) => {
      for (const query of ['', '?state=nothing', '?state=conformance-1.nobody-serves-this&code=x']) {
        const { status } = await get(check, `/auth/callback${query}`)
        check.expect(status === 400, `/auth/callback${query} gets status ${status} and not 400`)
      }
    },
  },
  {
    ...ofSignIn,
    id: 'connect.escapes',
    level: 'should',
    requires: 'What a query contains is on a page as text, and never as HTML.',
    source: SPECIFICATION.errorPage,
    remedy: 'Escape & < > " and \' in everything that you put into a page.',
    run: async (check, subject) => {
      const mark = encodeURIComponent(MARK)
      const state = stateOf(subject)
      const addresses = [
        `/auth/connect?application=${mark}&connectionId=conformance-1`,
        `/auth/connect?application=${subject.application.name}&connectionId=${mark}`,
        `/auth/callback?state=${mark}`,
        `/auth/callback?state=${state}&error=access_denied&error_description=${mark}`,
        `/auth/callback?state=${state}&error=${mark}`,
      ]
      for (const address of addresses) {
        const reply = await get(check, address)
        check.expect(
          !isHtml(reply) || !reply.text.includes(MARK),
          `the page of ${address.split('?')[0]} contains a script of the query`,
        )
      }
    },
  },
]

function stateOf({ application }: Subject): string {
  return `conformance-${randomUUID()}.${application.name}`
}

/** Queries of callbacks that nothing can come of. Reports show what they are, because they do not show states and codes. */
function mistakes(subject: Subject): [title: string, query: string][] {
  const state = stateOf(subject)
  return [
    ['without a query', ''],
    ['with a state that is none', '?state=nothing'],
    ['with an invented code', `?state=${state}&code=invented`],
    ['without a code', `?state=${state}`],
    ['with the refusal of a vendor', `?state=${state}&error=access_denied`],
  ]
}
