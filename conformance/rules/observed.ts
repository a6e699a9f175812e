import type { Rule } from '../rule.ts'
import type { Check } from '../run/check.ts'
import type { ObservationName } from '../run/observations.ts'
import type { Subject } from '../run/subject.ts'
import { SPECIFICATION } from '../specification/sentences.ts'

/** Rules about every exchange of a run, whichever rule caused it. They are run last. */
export const observedRules: readonly Rule[] = [
  {
    id: 'problem.media-type',
    level: 'must',
    requires: 'Every error response is application/problem+json.',
    source: SPECIFICATION.problemForm,
    remedy: 'Send every error through one handler, which sets the Content-Type.',
    ...seen('mediaType', 'errors'),
  },
  {
    id: 'problem.members',
    level: 'must',
    requires: 'Every error response has the members type, title, status and detail.',
    source: SPECIFICATION.problemForm,
    remedy: 'Send every error through one handler: type, title and detail are texts, status is a number.',
    ...seen('members', 'errors'),
  },
  {
    id: 'problem.status',
    level: 'must',
    requires: 'The member status of a problem is the status of its response.',
    source: SPECIFICATION.problemForm,
    remedy: 'Set both from the same value.',
    ...seen('status', 'errors'),
  },
  {
    id: 'problem.type',
    level: 'should',
    requires: 'The type of a problem is a URL below that of the platform.',
    source: SPECIFICATION.expired,
    remedy: 'Build the type from PLATFORM_ENVIRONMENT_URL, without a slash at its end, and the name of the problem.',
    scope: 'provider',
    isLast: true,
    run: async (check, subject) => {
      const { platformUrl } = subject.observations
      if (platformUrl === undefined) check.skip('needs the URL of the platform (--platform-url)')
      await seen('type', 'errors').run(check, subject)
    },
  },
  {
    id: 'response.json',
    level: 'must',
    requires: 'Every response to a POST is JSON, and says so.',
    source: SPECIFICATION.jsonBodies,
    remedy: 'Set the Content-Type application/json.',
    ...seen('json', 'replies'),
  },
  {
    id: 'response.no-secret',
    level: 'must',
    requires:
      'No response contains the platform key or a token of a credential, except the new credential of a refresh.',
    source: SPECIFICATION.credentialReturned,
    remedy: 'Do not put the request, its headers or the text of a vendor’s error into a response.',
    ...seen('secret', 'replies'),
  },
]

function seen(name: ObservationName, of: 'errors' | 'replies'): Pick<Rule, 'scope' | 'isLast' | 'run'> {
  const run = async (check: Check, { observations }: Subject) => {
    if (observations[of] === 0) check.skip('the provider has sent no such response')
    for (const { text, exchange } of observations.of(name)) check.expect(false, text, exchange)
  }
  return { scope: 'provider', isLast: true, run }
}
