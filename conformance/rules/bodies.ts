import { isCommon, isDocumented } from '../bodies/documented.ts'
import { type Mutation, mutationsOf } from '../bodies/mutations.ts'
import type { Rule } from '../rule.ts'
import type { Check } from '../run/check.ts'
import { inventedBody, type Subject } from '../run/subject.ts'
import { SPECIFICATION } from '../specification/sentences.ts'
import { expectInvalid, expectProblem } from './expect.ts'

const REMEDY = 'Validate the body with a schema before the handler runs, and refuse it with 400: a ValidationError.'

/** Rules about bodies that cannot be read. Nothing of these requests reaches a vendor: their tokens are invented. */
export const bodyRules: readonly Rule[] = [
  {
    id: 'body.not-json',
    level: 'must',
    requires: 'A body that is no JSON is refused with 400.',
    source: SPECIFICATION.malformedBody,
    remedy: 'Turn the error of the JSON parser into a ValidationError, not into a 500.',
    scope: 'route',
    run: async (check, { path }) => {
      for (const body of ['not json', '{"connectedProvider":', '{"a":1}}', '']) {
        expectInvalid(check, await check.send({ path, body }), `the body ${JSON.stringify(body)}`)
      }
    },
  },
  {
    id: 'body.not-an-object',
    level: 'must',
    requires: 'A body that is JSON but no object is refused with 400.',
    source: SPECIFICATION.malformedBody,
    remedy: REMEDY,
    scope: 'route',
    run: async (check, { path }) => {
      for (const body of ['[]', 'null', '"text"', '1', 'true', '{}']) {
        expectInvalid(check, await check.send({ path, body }), `the body ${body}`)
      }
    },
  },
  {
    id: 'body.missing-member',
    level: 'must',
    requires: 'A body without a required member is refused with 400.',
    source: SPECIFICATION.validationError,
    remedy: REMEDY,
    scope: 'route',
    run: refusalsOf(({ kind }, documented) => kind === 'missing' && documented),
  },
  {
    id: 'body.wrong-type',
    level: 'must',
    requires: 'A body with a member of another type is refused with 400.',
    source: SPECIFICATION.malformedBody,
    remedy: REMEDY,
    scope: 'route',
    run: refusalsOf(({ kind }, documented) => kind === 'type' && documented),
  },
  {
    id: 'body.out-of-range',
    level: 'should',
    requires:
      'A body with an impossible value, or with a wrong member that the specification leaves open, is refused with 400.',
    source: SPECIFICATION.validationGap,
    remedy: `${REMEDY} The limits are those of this platform's contract: an empty id, a fractional limit, an unknown word.`,
    scope: 'route',
    run: refusalsOf(({ kind }, documented) => kind === 'range' || !documented),
  },
  {
    id: 'body.errors-named',
    level: 'should',
    requires:
      'The problem of a malformed body has the type validation-error, and names what is wrong with a JSON pointer.',
    source: SPECIFICATION.validationGap,
    remedy: 'Add `errors: [{ pointer, detail }]` to the problem, with the pointer of the missing member itself.',
    scope: 'route',
    run: async (check, subject) => {
      const { path } = subject
      const reply = await check.send({ path, body: '{}' })
      expectProblem(check, reply, 400, 'validation-error', 'the body {}')
      check.expect(
        Array.isArray(reply.json?.errors) && reply.json.errors.length > 0,
        'the problem of {} names no error',
      )
      const body = await inventedBody(subject)
      const [member] = mutationsOf(subject.capability.request, body)
        .filter(({ kind, pointer }) => kind === 'missing' && pointer.split('/').length === 2)
        .toReversed()
      if (!member) return
      const { json } = await check.send({ path, body: member.body })
      const pointers = (Array.isArray(json?.errors) ? json.errors : []).map(
        (error: { pointer?: unknown }) => error?.pointer,
      )
      check.expect(pointers.includes(member.pointer), `no error of the problem has the pointer ${member.pointer}`)
    },
  },
  {
    id: 'body.large',
    level: 'must',
    requires: 'A body of 50 MB is read.',
    source: SPECIFICATION.bodyOf50Mb,
    remedy: 'Raise the limit of the JSON parser, and of a proxy before the provider, to 50 MB.',
    scope: 'provider',
    run: async (check, subject) => {
      const small = await check.send({ path: subject.path, body: await aboutUnknown(subject) })
      const { status } = await check.send({ path: subject.path, body: await paddedBody(subject, MAX_BODY_BYTES) })
      const sizes = `a body of ${MAX_BODY_BYTES} bytes gets status ${status}, and a small one of the same content`
      check.expect(status === small.status, `${sizes} ${small.status}`)
    },
  },
  {
    id: 'body.too-large',
    level: 'should',
    requires: 'A body of more than 50 MB is refused.',
    source: SPECIFICATION.bodyLimit,
    remedy: 'Limit what is read, so that one request cannot fill the memory, and respond with 413.',
    scope: 'provider',
    run: async (check, subject) => {
      const body = await paddedBody(subject, 1.1 * 1024 * 1024 * 50)
      const { status } = await check.send({ path: subject.path, body })
      check.expect(status === 413, `a body of ${body.length} bytes gets status ${status} and not 413`)
    },
  },
]

const MAX_BODY_BYTES = 50_000_000

/** Requires that every selected mutation of a valid body is refused. `documented`: whether the specification has the member. */
function refusalsOf(isSelected: (mutation: Mutation, documented: boolean) => boolean) {
  return async (check: Check, subject: Subject): Promise<void> => {
    const { capability, path } = subject
    const mutations = mutationsOf(capability.request, await inventedBody(subject))
      .filter(({ pointer }) => isCommon(capability, pointer))
      .filter((mutation) => isSelected(mutation, isDocumented(capability, mutation.pointer)))
    if (mutations.length === 0) check.skip('the specification names no such member of this body')
    for (const { body, title } of mutations) {
      const reply = await check.send({ path, body })
      expectInvalid(check, reply, title)
    }
  }
}

/** A body that nothing comes of: its application does not exist. */
function aboutUnknown(subject: Subject): Promise<object> {
  return inventedBody(subject, { application: 'nobody-serves-this' })
}

/** Such a body, which spaces make as large as this. */
async function paddedBody(subject: Subject, bytes: number): Promise<Buffer> {
  const body = Buffer.alloc(bytes, ' ')
  body.write(JSON.stringify(await aboutUnknown(subject)))
  return body
}
